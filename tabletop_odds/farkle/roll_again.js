// Farkle: the solved turns, read as the library's `solution` and `race_solution` do. Points are in steps.
const DICE = 6, WIDTH = DICE + 2, SCALE = 2 ** 32 - 1, TIE = 0.5;
const METHOD = "Every state of a turn is solved backward, and the race of two over all pairs of scores, to 1e-9; so do T. Neller and "
  + "C. Presser for Pig (UMAP Journal 25(1), 2004) and M. Busche for the turn of Zilch (2010).";
const kept = new WeakMap(); // what has been unpacked, by preset

function once(preset, name, make) {
  const made = kept.get(preset) || kept.set(preset, {}).get(preset);
  return (made[name] ??= make());
}

// Bytes that stand all lowest first, as numbers again.
function gathered(bytes, size) {
  const count = bytes.length / size, mixed = new Uint8Array(bytes.length);
  for (let i = 0; i < count; i++) for (let j = 0; j < size; j++) mixed[i * size + j] = bytes[j * count + i];
  return mixed.buffer;
}

// Squares of `levels` x `levels` numbers from their differences, taken twice along each side, zigzag, modulo 2 ** 32.
function summed(squares, levels) {
  for (let i = 0; i < squares.length; i++) squares[i] = (squares[i] >>> 1) ^ -(squares[i] & 1);
  for (let twice = 0; twice < 2; twice++) {
    for (let first = 0; first < squares.length; first += levels) {
      for (let i = first + 1; i < first + levels; i++) squares[i] += squares[i - 1];
    }
    for (let first = 0; first < squares.length; first += levels * levels) {
      for (let i = first + levels; i < first + levels * levels; i++) squares[i] += squares[i - levels];
    }
  }
  return squares;
}

const doubles = async (text) => new Float64Array(gathered(await shell.unpack(text), 8));

const turnOf = (preset) => once(preset, "turn", async () => {
  const turn = await shell.unpackJSON(preset.turn);
  for (const s of turn.situations) [s.rolled, s.chain] = [await doubles(s.rolled), await doubles(s.chain)];
  turn.hot_optional = preset.hot_dice === "optional";
  turn.cannot = new Set(turn.cannot.map(([t, n]) => t * WIDTH + n));
  return turn;
});

const raceOf = (preset) => once(preset, "race", async () => {
  const race = await shell.unpackJSON(preset.race), turn = await turnOf(preset);
  race.hot = await doubles(race.hot);
  race.start = summed(new Uint32Array(gathered(await shell.unpack(preset.start), 4)), race.levels);
  if (preset.last_turn) {
    race.short = lastTurns(turn, race, TIE);
    race.enough = turn.minimum ? lastTurns(turn, race, 1) : race.short;
  }
  return race;
});

// One backward pass over turn totals: the values of rolling. `value` holds rows from `rows` on already.
function backward(turn, rows, value, bank, forced, bust) {
  const { first_class, first_option, probability, points, column } = turn.classes, rolled = new Float64Array(rows * WIDTH);
  for (let t = rows - 1; t >= 0; t--) {
    for (let n = 1; n <= DICE; n++) {
      let total = 0;
      for (let c = first_class[n]; c < first_class[n + 1]; c++) {
        let best = first_option[c] < first_option[c + 1] ? -Infinity : bust;
        for (let k = first_option[c]; k < first_option[c + 1]; k++) {
          best = Math.max(best, value[(t + points[k]) * WIDTH + column[k]]);
        }
        total += probability[c] * best;
      }
      rolled[t * WIDTH + n] = total;
      value[t * WIDTH + n] = forced(t, n) ? total : Math.max(total, bank(t));
    }
    value[t * WIDTH + DICE + 1] = rolled[t * WIDTH + DICE];
  }
  return rolled;
}

function valuesAbove(turn, rows, end) {
  const reach = Math.max(...turn.classes.points), value = new Float64Array((rows + reach + 1) * WIDTH);
  for (let t = rows; t <= rows + reach; t++) {
    const [bank, hot] = end(t);
    value.fill(bank, t * WIDTH, t * WIDTH + DICE);
    value[t * WIDTH + DICE] = turn.hot_optional ? Math.max(bank, hot) : hot;
    value[t * WIDTH + DICE + 1] = hot;
  }
  return value;
}

// The last turn for everything that may be needed: the last row ties.
function lastTurns(turn, race, tie) {
  const rows = race.last_rows, hot = race.banked / (1 - race.again);
  const value = valuesAbove(turn, rows, () => [1, hot]);
  return backward(turn, rows, value, (t) => (t === rows - 1 ? tie : 0), (t, n) => n === DICE && !turn.hot_optional, 0);
}

// A turn that is solved: {bust, bank(t), roll(t, n)}, as chances to win or as steps.
function solvedTurn(turn, { bust, rows, shift, rolled, bank, hot }) {
  function roll(t, n) {
    const row = Math.max(t + shift, 0);
    if (row < rows) return rolled(row, n);
    return n === DICE ? hot(t) : oneStep(t, n);
  }
  function after(total, n) { // above the table everything but hot dice is banked
    if (n > DICE) return roll(total, DICE);
    if (total < turn.minimum || (n === DICE && !turn.hot_optional)) return roll(total, n);
    return n < DICE && total + shift >= rows ? bank(total) : Math.max(bank(total), roll(total, n));
  }
  function oneStep(t, n) {
    const { first_class, first_option, probability, points, column } = turn.classes;
    let total = 0;
    for (let c = first_class[n]; c < first_class[n + 1]; c++) {
      let best = first_option[c] < first_option[c + 1] ? -Infinity : bust;
      for (let k = first_option[c]; k < first_option[c + 1]; k++) best = Math.max(best, after(t + points[k], column[k]));
      total += probability[c] * best;
    }
    return total;
  }
  return { bust, bank, roll };
}

function pointsTurn(preset, turn, farkles) {
  const { bust, rows, slope, intercept, rolled, chain } = turn.situations[farkles], step = preset.step;
  return solvedTurn(turn, {
    bust,
    rows,
    shift: 0,
    rolled: (row, n) => rolled[row * DICE + n - 1],
    bank: (t) => t * step,
    hot: (t) => (t - rows < chain.length ? chain[t - rows] : slope * t * step + intercept),
  });
}

function raceTurn(preset, turn, race, mine, theirs, me, them) {
  const { levels, lowest, banked, again } = race, target = preset.target / preset.step, counts = turn.situations.length;
  const lastChance = (lead) => {
    const [table, needed] = lead >= turn.minimum ? [race.short, lead] : [race.enough, turn.minimum];
    return table[Math.max(race.last_rows - 1 - needed, 0) * WIDTH + DICE];
  };
  const startValue = (mover, other, its, others) => {
    const level = (score) => Math.min(Math.max(score, lowest) - lowest, levels - 1);
    return race.start[((its * counts + others) * levels + level(mover)) * levels + level(other)] / SCALE;
  };
  if (theirs >= target) {
    const lead = theirs - mine, tied = lead >= turn.minimum;
    const [needed, table, tie] = tied ? [lead, race.short, TIE] : [turn.minimum, race.enough, 1];
    return solvedTurn(turn, {
      bust: 0,
      rows: race.last_rows,
      shift: race.last_rows - 1 - needed,
      rolled: (row, n) => table[row * WIDTH + n],
      bank: (t) => (t > needed ? 1 : t === needed ? tie : 0),
      hot: () => banked / (1 - again),
    });
  }
  const farkled = counts === 1 ? 0 : (me + 1) % 3, left = me === 2 ? mine - preset.three_farkles / preset.step : mine;
  const bust = 1 - startValue(theirs, Math.max(left, lowest), them, farkled);
  const lost = banked + again < 1 - 1e-12 ? (1 - banked - again) / (1 - again) : 0, gap = mine - theirs;
  const bank = (t) => {
    if (mine + t < target) return 1 - startValue(theirs, mine + t, them, 0);
    return preset.last_turn ? 1 - lastChance(gap + t) : 1;
  };
  const hot = (t) => {
    const ahead = race.hot[them * race.last_rows + Math.min(gap + t, race.last_rows - 1)];
    return (preset.last_turn ? ahead : banked / (1 - again)) + lost * bust;
  };
  let rows = Math.max(target - mine, turn.minimum, 1);
  const enough = 1 - race.least_bust * (1 - bust);
  while (preset.last_turn && rows < race.last_rows - gap && bank(rows) < enough) rows++;
  const forced = (t, n) => t === 0 || t < turn.minimum || (n === DICE && !turn.hot_optional);
  const rolled = backward(turn, rows, valuesAbove(turn, rows, (t) => [bank(t), hot(t)]), bank, forced, bust);
  return solvedTurn(turn, { bust, rows, shift: 0, rolled: (row, n) => rolled[row * WIDTH + n], bank, hot });
}

const words = (number) => number.toLocaleString("en-US");
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const diceWord = (n) => (n === 1 ? "1 die" : `${n} dice`);

// What is wrong with a state, in one line; null where nothing is.
function refusal(preset, state) {
  const { step, target } = preset, whole = (x) => Number.isInteger(x);
  if (!whole(state.turn_total) || state.turn_total < 0 || state.turn_total > 1e6) return "At risk: a whole number of points from 0 to 1,000,000";
  if (state.turn_total % step) {
    const below = Math.floor(state.turn_total / step) * step;
    return `At risk ${words(state.turn_total)}: no points of these rules add up to it; the nearest are ${words(below)} and ${words(below + step)}`;
  }
  if (state.goal !== "win") return null;
  for (const [name, score] of [["Your score", state.mine], ["Their score", state.theirs]]) {
    if (!whole(score) || Math.abs(score) > 1e6) return `${name}: a whole number of points, at most 1,000,000`;
    if (score % step) return `${name} ${words(score)}: scores are multiples of ${step} under these rules`;
    if (score < 0 && !(preset.three_farkles && preset.below_zero)) return `${name} ${words(score)}: no score is below 0 under these rules`;
  }
  if (state.mine >= target) return `Your score ${words(state.mine)}: you have reached the target ${words(target)}, no turn is left to you`;
  if (state.theirs >= target && !preset.last_turn) return `Their score ${words(state.theirs)}: the target ${words(target)} is reached, the game is over`;
  return null;
}

// The legal keeps of a roll, most points first: [dice, steps, dice left].
function keepsOf(turn, roll) {
  const count = (dice, face) => dice.filter((die) => die === face).length;
  return turn.keeps
    .filter(([dice]) => dice.every((face) => count(dice, face) <= count(roll, face)))
    .map(([dice, steps]) => [dice, steps, roll.length - dice.length || DICE]);
}

function mustRoll(preset, turn, t, n) {
  if (t === 0) return "a turn starts by rolling";
  if (n === DICE && !turn.hot_optional) return "hot dice: all six must be rolled again";
  return t < turn.minimum ? `a turn banks at least ${words(preset.minimum_bank)}` : null;
}

async function answer(data, state) {
  const preset = data.presets[state.rules], refused = refusal(preset, state);
  if (refused) return { refused };
  const turn = await turnOf(preset), win = state.goal === "win", farkles = turn.situations.length > 1 ? state.farkles || 0 : 0;
  const theirFarkles = turn.situations.length > 1 ? state.their_farkles || 0 : 0, step = preset.step;
  const solved = win
    ? raceTurn(preset, turn, await raceOf(preset), state.mine / step, state.theirs / step, farkles, theirFarkles)
    : pointsTurn(preset, turn, farkles);
  const t = state.turn_total / step, roll = state.roll || [];
  const reached = (total, n) => ({ ...state, turn_total: total * step, dice_left: n, roll: [] });
  const banked = (total) => (win ? { ...reached(0, DICE), mine: state.mine + total * step, farkles: 0 } : { ...reached(0, DICE), farkles: 0 });
  const rolling = (action, total, n, next) => ({ action, value: solved.roll(total, n), risk: turn.bust[n - 1], next });
  const banking = (action, total) => ({ action, value: solved.bank(total), risk: 0, next: banked(total) });
  let choices = [], forced = null;
  if (!roll.length) {
    forced = mustRoll(preset, turn, t, state.dice_left);
    if (!forced) choices.push(banking("bank", t));
    choices.push(rolling("roll", t, state.dice_left));
  } else {
    const offered = keepsOf(turn, roll);
    if (offered.length === 1) forced = "no other dice score";
    for (const [dice, steps, n] of offered) {
      const name = `keep ${dice.join(" ")}`, total = t + steps, both = [];
      if (!mustRoll(preset, turn, total, n)) both.push(banking(`${name}, bank`, total));
      both.push(rolling(`${name}, roll ${n}`, total, n, reached(total, n)));
      if (!win && both.length > 1) both.splice(both[1].value > both[0].value ? 0 : 1, 1);
      choices.push(...both);
    }
    if (!offered.length && preset.nothing_scores && roll.length === DICE) {
      forced = `nothing scores: ${words(preset.nothing_scores)} points and a new roll of all dice`;
      const total = t + preset.nothing_scores / step;
      choices.push(rolling(`roll ${DICE}`, total, DICE, reached(total, DICE)));
    } else if (!offered.length) {
      forced = "nothing scores";
      const third = farkles === 2, row = turn.situations.length > 1 ? (farkles + 1) % 3 : 0;
      const next = { ...reached(0, DICE), farkles: row, ...(win && third ? { mine: state.mine - preset.three_farkles } : {}) };
      choices.push({ action: "farkle", value: solved.bust, risk: 1, next });
    }
  }
  choices.sort((a, b) => b.value - a.value);
  choices = choices.map((choice, i) => ({ ...choice, cost: choices[0].value - choice.value, best: i === 0 }));
  return worded(preset, turn, state, choices, forced);
}

function worded(preset, turn, state, choices, forced) {
  const win = state.goal === "win", [best, second] = choices, roll = state.roll || [];
  const worth = (x) => (win ? shell.percent(x, 2) : `${shell.number(x, 1)} points`);
  const action = best.action === "roll" ? `roll ${diceWord(state.dice_left)}` : best.action;
  const lastTurn = win && state.theirs >= preset.target;
  const notes = [];
  if (turn.cannot.has((state.turn_total / preset.step) * WIDTH + (roll.length || state.dice_left))) {
    notes.push(`${words(state.turn_total)} points with ${diceWord(roll.length || state.dice_left)} cannot arise under these rules.`);
  }
  const more = second && (win ? shell.number(100 * second.cost, 2) : shell.number(second.cost, 1));
  const margin = second ? `, ${more} more than \u201C${second.action}\u201D` : forced ? `. ${capital(forced)}` : "";
  return {
    headline: capital(action),
    detail: `${win ? "Wins" : "Worth"} ${worth(best.value)}${margin}`,
    method: "exact",
    method_text: win
      ? `the race of two solved, both playing for the win${lastTurn ? "; this is the last turn" : ""}`
      : "the turn solved for the most points in the long run",
    value_name: win ? "wins" : "points",
    risk_name: "farkle",
    unit: win ? "chance" : "points",
    choices,
    notes,
  };
}

// A die as a picture of its pips.
function pips(face) {
  const at = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi" }[face];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 30 30");
  svg.setAttribute("aria-hidden", "true");
  for (const letter of at) {
    const i = "abcdefghi".indexOf(letter), dot = document.createElementNS(svg.namespaceURI, "circle");
    for (const [name, value] of [["cx", 5 + 10 * (i % 3)], ["cy", 5 + 10 * Math.floor(i / 3)], ["r", 3.4]]) dot.setAttribute(name, value);
    svg.append(dot);
  }
  return svg;
}

function mount(root, data, shown) {
  const { element, choice, stepper } = shell, turn = { turn_total: 0, dice_left: DICE, roll: [] };
  const fresh = { mine: 0, theirs: 0, farkles: 0, their_farkles: 0, ...turn };
  let state = { rules: "core", goal: "points", ...fresh };
  const change = (part) => { state = { ...state, ...part }; draw(); };
  const faces = [1, 2, 3, 4, 5, 6], counted = [0, 1, 2].map((n) => [n, String(n), `${n} farkles in a row`]);

  const select = element("select", { id: "farkle-rules", on: { change: () => change({ ...fresh, rules: select.value }) } },
    ...Object.entries(data.presets).map(([name, preset]) => element("option", { value: name, text: preset.title })));
  const goal = choice("Play for", [["points", "points", "the most points a turn"], ["win", "the win"]], (value) => change({ goal: value }));
  const mine = stepper("Your score", 50, (value) => change({ mine: value }));
  const theirs = stepper("Their score", 50, (value) => change({ theirs: value }));
  const myRow = choice("Your farkles in a row", counted, (value) => change({ farkles: value }));
  const theirRow = choice("Theirs", counted, (value) => change({ their_farkles: value }));
  const total = stepper("At risk this turn", 50, (value) => change({ turn_total: value }));
  const left = choice("Dice to roll", faces.map((n) => [n, String(n), diceWord(n)]), (value) => change({ dice_left: value, roll: [] }));
  const face = (n) => element("button", { type: "button", class: "die", "aria-label": `rolled a ${n}`, on: { click: () => change({ roll: [...state.roll, n] }) } }, pips(n));
  const taps = faces.map(face), rolled = element("div", { class: "row rolled" });
  const scores = element("div", { class: "row two" }, mine.node, theirs.node), rows = element("div", { class: "row two" }, myRow.node, theirRow.node);
  const table = element("tbody");
  root.append(
    element("div", { class: "row two" },
      element("div", { class: "field" }, element("label", { for: "farkle-rules", text: "Rules" }), select), goal.node),
    scores, rows,
    element("div", { class: "row" }, total.node, element("button", { type: "button", text: "New turn", on: { click: () => change(turn) } })),
    left.node,
    element("fieldset", { class: "field" }, element("legend", { text: "Rolled? Tap the dice" }), element("div", { class: "row even" }, ...taps), rolled),
    element("details", {}, element("summary", { text: "What scores in these rules" }), element("table", {}, table),
      element("p", { class: "quiet", text: METHOD })));

  function draw() {
    const preset = data.presets[state.rules], missing = state.dice_left - state.roll.length;
    select.value = state.rules;
    goal.set(state.goal);
    scores.hidden = state.goal !== "win";
    rows.hidden = !preset.three_farkles;
    theirRow.node.hidden = state.goal !== "win";
    for (const [part, value] of [[mine, state.mine], [theirs, state.theirs], [myRow, state.farkles], [theirRow, state.their_farkles], [total, state.turn_total], [left, state.dice_left]]) part.set(value);
    taps.forEach((button) => { button.disabled = missing <= 0; });
    rolled.replaceChildren(...state.roll.map((n, i) =>
      element("button", { type: "button", class: "die", "aria-label": `take back the ${n}`, "aria-pressed": "true",
        on: { click: () => change({ roll: state.roll.filter((_, j) => j !== i) }) } }, pips(n))),
      element("button", { type: "button", class: "die", "aria-label": "take back all dice", text: "\u2715", on: { click: () => change({ roll: [] }) } }));
    rolled.hidden = !state.roll.length;
    const hot = preset.hot_dice === "optional" ? "bank, or roll six again" : "roll six again";
    const end = preset.last_turn ? "the other has one last turn" : "who reaches it wins at once";
    table.replaceChildren(...[...preset.scores, ["all six scored", hot], ["target", `${words(preset.target)}, ${end}`], ...(preset.minimum_bank ? [["least to bank", words(preset.minimum_bank)]] : [])]
      .map(([name, worth]) => element("tr", {}, element("th", { scope: "row", text: name }), element("td", { text: worth }))));
    shown(state);
  }

  draw();
  return change;
}

window.games.farkle = {
  mount,
  answer(data, state) {
    const missing = (state.roll || []).length ? state.dice_left - state.roll.length : 0;
    if (missing > 0 && !refusal(data.presets[state.rules], state)) return { waiting: `Tap ${missing} more ${missing === 1 ? "die" : "dice"}`, detail: "or take back what you tapped" };
    return answer(data, state);
  },
};

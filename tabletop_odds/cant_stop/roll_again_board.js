// Can't Stop: the board to tap, and the dice.

const SHAPES = ["\u25cf", "\u25a0", "\u25b2", "\u25c6"]; // a seat's markers
const RUNNER = "\u2691";
const STYLE = `
.cs-board { display: flex; gap: 2px; margin-bottom: .5rem; }
.cs-column { flex: 1 1 0; min-width: 0; padding: 0 0 2px; display: flex; flex-direction: column; justify-content: flex-end; gap: 2px; height: 16.2rem; background: none; border: 0; border-radius: 6px; }
.cs-column > b { font-size: .95rem; line-height: 1.35rem; border-radius: 4px; }
.cs-column[aria-pressed="true"] { background: var(--band); color: var(--ink); }
.cs-column[aria-pressed="true"] > b { background: var(--accent); color: var(--on-accent); }
.cs-space { flex: 0 0 1rem; display: flex; justify-content: center; align-items: center; overflow: hidden; border-radius: 3px; border: 1px solid var(--line); background: var(--panel); font-size: .72rem; line-height: 1; letter-spacing: -1px; }
.cs-space:has(> :nth-child(3)) { font-size: .55rem; }
.cs-space:first-child { border-color: var(--quiet); border-width: 2px; }
.cs-claimed { border-color: transparent; background: var(--line); }
.cs-on { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
.cs-seat0 { color: var(--good); } .cs-seat1 { color: var(--bad); } .cs-seat2 { color: var(--accent); }
.cs-on > span { color: inherit; }
.cs-line { display: grid; grid-template-columns: 1fr 3.2rem 5.6rem 3.2rem; gap: .3rem; align-items: center; margin-bottom: .3rem; }
.cs-line > output { text-align: center; font-variant-numeric: tabular-nums; }
.cs-die { min-width: 0; font-size: 1.25rem; font-weight: 650; }
.cs-rolled { font-weight: 650; font-size: 1.1rem; color: var(--ink); letter-spacing: .3em; margin-left: .5rem; }
.cs-turn { display: flex; gap: .35rem; align-items: flex-end; }
.cs-turn > .field { flex: 1; }
.cs-turn > button { margin-bottom: .65rem; }
.cs-new { margin: 0; }
`;

function namesOf(players) {
  return players === 2 ? ["You", "Rival"] : ["You", "Rival 1", "Rival 2", "Rival 3"].slice(0, players);
}

/** Where a seat stands in a column: 0 to its top, which it has then claimed. */
function spaceOf(rules, state, seat, column) {
  return state.claimed[column - 2] === seat ? rules.column_lengths[column - 2] : state.markers[seat][column - 2];
}

/** The state with a seat's marker on another space of a column; on the top it claims the column from everybody. */
function withMarker(rules, state, seat, column, space) {
  const c = column - 2;
  const claims = space === rules.column_lengths[c];
  const here = (old, other) => (claims ? 0 : other === seat ? space : old);
  const markers = state.markers.map((row, other) => row.with(c, here(row[c], other)));
  const claimed = state.claimed.with(c, claims ? seat : state.claimed[c] === seat ? OPEN : state.claimed[c]);
  const kept = ([runner, at]) => runner !== column || (!claims && (seat !== state.player || at > space));
  return { ...state, markers, claimed, runners: state.runners.filter(kept) };
}

/** The state with the runner of a column on another space; at the marker of the player to act it is taken off. */
function withRunner(state, column, space) {
  const others = state.runners.filter(([runner]) => runner !== column);
  const here = space > state.markers[state.player][column - 2] ? [[column, space]] : [];
  return { ...state, runners: [...others, ...here].sort((x, y) => x[0] - y[0]) };
}

function mark(seat, shape) {
  return shell.element("span", { class: `cs-seat${seat}`, text: shape });
}

/** Build the input; `shown(state)` follows every change. Returns what takes up a state from the answer. */
function mount(root, data, shown) {
  const { rules } = data;
  const { element } = shell;
  const tops = rules.column_lengths;
  const start = (players) => ({
    markers: Array.from({ length: players }, () => tops.map(() => 0)),
    claimed: tops.map(() => OPEN),
    runners: [],
    player: 0,
    roll: null,
  });
  let state = start(2);
  let dice = [];
  let column = null; // the one chosen
  let asking;
  const past = [];

  const put = (next, diceNext = next.roll ?? []) => {
    past.push(state);
    [state, dice] = [next, diceNext];
    refresh();
  };
  const board = element("div", { class: "cs-board", role: "group", "aria-label": "Columns" });
  const buttons = tops.map((_, c) => {
    const on = { click: () => select(c + 2 === column ? null : c + 2) };
    return element("button", { type: "button", class: "cs-column", on });
  });
  board.append(...buttons);
  board.addEventListener("keydown", (event) => {
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const upward = { ArrowUp: 1, ArrowDown: 0 }[event.key];
    const next = (column ?? 7) + aside;
    if (tops[next - 2] !== undefined) {
      select(next);
      buttons[next - 2].focus();
    }
    if (upward !== undefined && column !== null) { // moves the runner
      event.preventDefault();
      lines.querySelectorAll("button")[upward].click();
    }
  });
  const lines = element("div");
  const rolled = element("output", { class: "cs-rolled" });
  const faces = element("div", { class: "row even" });
  const die = (text, label, tapped) => {
    const on = { click: () => roll(tapped()) };
    return element("button", { type: "button", class: "cs-die", text, "aria-label": label, on });
  };
  for (let face = 1; face <= rules.dice_sides; face += 1) {
    faces.append(die(face, `rolled ${face}`, () => [...(dice.length < 4 ? dice : []), face]));
  }
  faces.append(die("\u232b", "take the last die back", () => dice.slice(0, -1)));
  const turn = element("div", { class: "cs-turn" });
  const back = () => {
    state = past.pop();
    dice = state.roll ?? [];
    refresh();
  };
  const undo = element("button", { type: "button", text: "Undo", on: { click: back } });
  const players = shell.choice("Players", [1, 2, 3, 4].map((n) => [n, n, `${n} players`]), (n) => put(start(n)));
  let whose; // who is to act, for as many players as there are
  const field = (title, ...inputs) =>
    element("fieldset", { class: "field" }, element("legend", {}, ...title), ...inputs);
  root.append(
    element("style", { text: STYLE }),
    field(["Rolled", rolled], faces),
    field(["Board: tap a column to set who stands there"], board, lines),
    turn,
    element("details", { class: "cs-new" }, element("summary", { text: "New game" }), players.node),
  );

  function roll(next) {
    dice = next;
    state = { ...state, roll: dice.length === 4 ? dice : null };
    refresh();
  }

  function select(next) {
    column = next;
    draw();
  }

  /** One line that sets a number of the column chosen: its name, one less, the number, one more. */
  function line(name, shape, value, least, most, change) {
    const by = (step) => element("button", {
      type: "button",
      text: step < 0 ? "\u2212" : "+",
      "aria-label": `${name}, column ${column}: one ${step < 0 ? "down" : "up"}`,
      disabled: value + step < least || value + step > most,
      on: { click: () => put(change(value + step), dice) },
    });
    const top = tops[column - 2];
    const none = value === 0 || (shape === RUNNER && value === least);
    const text = value === top ? "top" : none ? "\u2013" : `${value} of ${top}`;
    return element("div", { class: "cs-line", role: "group", "aria-label": `${name} in column ${column}` },
      element("span", {}, mark(SHAPES.indexOf(shape), shape), ` ${name}`), by(-1), element("output", { text }), by(1));
  }

  function linesOf() {
    const names = namesOf(state.markers.length);
    const top = tops[column - 2];
    const own = state.markers[state.player][column - 2];
    const runner = state.runners.find(([where]) => where === column)?.[1];
    const free = state.claimed[column - 2] === OPEN && (runner !== undefined || state.runners.length < rules.runners);
    const title = state.markers.length > 1 ? `runner (${names[state.player]})` : "runner";
    const move = (space) => withRunner(state, column, space);
    const first = line(title, RUNNER, runner ?? own, own, free ? top : own, move);
    const owner = state.claimed[column - 2];
    return [first, ...names.map((name, seat) => {
      const change = (space) => withMarker(rules, state, seat, column, space);
      const most = owner === OPEN || owner === seat ? top : 0;
      return line(name, SHAPES[seat], spaceOf(rules, state, seat, column), 0, most, change);
    })];
  }

  function drawColumn(button, c) {
    const names = namesOf(state.markers.length);
    const at = names.map((_, seat) => spaceOf(rules, state, seat, c + 2));
    const runner = state.runners.find(([where]) => where === c + 2)?.[1];
    const cells = [];
    for (let space = tops[c]; space > 0; space -= 1) {
      const marks = names.map((_, seat) => seat).filter((seat) => at[seat] === space)
        .map((seat) => mark(seat, SHAPES[seat]));
      if (runner === space) marks.unshift(mark(-1, RUNNER));
      const kind = runner === space ? " cs-on" : state.claimed[c] !== OPEN ? " cs-claimed" : "";
      cells.push(element("span", { class: `cs-space${kind}` }, ...marks));
    }
    button.replaceChildren(...cells, element("b", { text: c + 2 }));
    const where = (name, seat) => `${name} ${at[seat] === tops[c] ? "claimed it" : `on ${at[seat]}`}`;
    const told = names.map(where).filter((_, seat) => at[seat]);
    if (runner !== undefined) told.push(`runner on ${runner}`);
    button.setAttribute("aria-label", `Column ${c + 2}, ${tops[c]} spaces: ${told.join(", ") || "empty"}`);
    button.setAttribute("aria-pressed", String(c + 2 === column));
    button.tabIndex = c + 2 === (column ?? 7) ? 0 : -1; // one stop for the Tab key, arrows within
  }

  function draw() {
    const active = [...lines.querySelectorAll("button")].indexOf(document.activeElement);
    buttons.forEach(drawColumn);
    lines.replaceChildren(...(column === null ? [] : linesOf()));
    lines.querySelectorAll("button")[active]?.focus(); // what was tapped keeps the focus
  }

  function refresh() {
    draw();
    const names = namesOf(state.markers.length);
    rolled.textContent = dice.length ? [0, 1, 2, 3].map((i) => dice[i] ?? "\u00b7").join("") : "";
    faces.lastChild.disabled = dice.length === 0;
    if (whose?.players !== names.length) {
      const brief = (name, seat) => `${SHAPES[seat]} ${names.length > 2 && seat ? seat : name}`;
      const seats = names.map((name, seat) => [seat, brief(name, seat), `${name} to act`]);
      const act = (seat) => put({ ...state, player: seat, runners: [], roll: null });
      whose = { ...shell.choice("Whose turn", seats, act), players: names.length };
      turn.replaceChildren(whose.node, undo);
      whose.node.hidden = names.length === 1;
    }
    whose.set(state.player);
    players.set(names.length);
    undo.disabled = past.length === 0;
    const missing = 4 - dice.length;
    clearTimeout(asking); // the taps are drawn first, and of several only the last is answered
    asking = setTimeout(() => shown(missing % 4 ? { missing } : state), 20);
  }

  refresh();
  return (next) => put(next);
}

games.cant_stop = { answer, mount };

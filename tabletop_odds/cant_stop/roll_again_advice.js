// Can't Stop: the rules as far as a turn needs them (`board.py`, `rules.py`), and the answer to a state.

/** The state as it is after stopping: runners become markers, tops are claimed, the next player is to act. */
function stoppedState(rules, state) {
  const markers = state.markers.map((row) => row.slice());
  const claimed = state.claimed.slice();
  for (const [column, space] of state.runners) {
    const top = space === rules.column_lengths[column - 2];
    if (top) claimed[column - 2] = state.player;
    markers[state.player][column - 2] = space;
    if (top) for (const row of markers) row[column - 2] = 0;
  }
  return { markers, claimed, runners: [], player: (state.player + 1) % markers.length, roll: null };
}

/** The state after a bust: the runners are taken off, the next player is to act. */
function bustedState(state) {
  return { ...state, runners: [], player: (state.player + 1) % state.markers.length, roll: null };
}

/** The columns in which a runner can be placed or moved. */
function playableIn(rules, state) {
  const runners = new Map(state.runners);
  return rules.column_lengths.map((top, c) => [c + 2, top]).filter(([column, top]) => {
    const within = runners.has(column) || (state.runners.length < rules.runners && state.claimed[column - 2] === OPEN);
    return within && (runners.get(column) ?? 0) < top;
  }).map(([column]) => column);
}

/** The legal choices after a roll, one for each state that can be reached, in the order of the pairings: both columns
 *  where both can be played, or either one where both need the last runner. */
function movesOf(rules, state) {
  const playable = playableIn(rules, state);
  const out = new Map(state.runners);
  const found = new Map();
  for (const pairing of pairings(state.roll)) {
    const usable = pairing.filter((column) => playable.includes(column));
    const entered = new Set(usable.filter((column) => !out.has(column))).size;
    const either = entered > rules.runners - out.size;
    for (const columns of either ? usable.map((column) => [column]) : [usable]) {
      const runners = new Map(out);
      for (const column of columns) {
        const from = runners.get(column) ?? state.markers[state.player][column - 2];
        runners.set(column, Math.min(from + 1, rules.column_lengths[column - 2]));
      }
      const after = { ...state, runners: [...runners].sort((x, y) => x[0] - y[0]), roll: null };
      const key = after.runners.join();
      if (columns.length && !found.has(key)) found.set(key, { columns, state: after });
    }
  }
  return [...found.values()];
}

/** The player who has won, or -1. */
function winnerOf(rules, state) {
  return state.markers.findIndex((_, seat) =>
    state.claimed.filter((owner) => owner === seat).length >= rules.columns_to_win);
}

/** The chance that the next roll moves nothing: of as many ordered rolls as there are, exactly. */
function bustChance(rules, state) {
  const { rolls, pairs, classes } = boardOf(rules);
  const playable = playableIn(rules, state);
  const moved = ([offered]) => offered.some((p) => pairs[p].some((c) => playable.includes(c + 2)));
  return classes.reduce((sum, found) => sum + (moved(found) ? 0 : found[1]), 0) / rolls;
}

/** What is wrong with a state, in one line; null where nothing is. */
function faultOf(rules, state) {
  const { markers, claimed, runners, player, roll } = state;
  const tops = rules.column_lengths;
  const whole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;
  const seats = markers.length;
  if (!whole(seats, 1, 4)) return `${seats} players: allowed are 1 to 4`;
  if (!whole(player, 0, seats - 1) || claimed.some((owner) => !whole(owner, OPEN, seats - 1))) {
    return `the players are 0 to ${seats - 1}`;
  }
  if ([claimed, ...markers].some((row) => row.length !== tops.length)) return `the board has ${tops.length} columns`;
  for (const [c, top] of tops.entries()) {
    for (const row of markers) {
      if (!whole(row[c], 0, top - 1)) return `space ${row[c]} of column ${c + 2}: allowed are 0 to ${top - 1}`;
    }
    if (claimed[c] !== OPEN && (markers.some((row) => row[c]) || runners.some(([column]) => column === c + 2))) {
      return `column ${c + 2} is claimed, so nothing else stands there (CS-7)`;
    }
  }
  if (runners.length > rules.runners || new Set(runners.map(([column]) => column)).size < runners.length) {
    return `at most ${rules.runners} runners, each in a column of its own (CS-4)`;
  }
  for (const [column, space] of runners) {
    if (!whole(column, 2, tops.length + 1)) return `column ${column}: the columns are 2 to ${tops.length + 1}`;
    const from = markers[player][column - 2];
    const top = tops[column - 2];
    if (!whole(space, from + 1, top)) return `space ${space} of a runner: in column ${column} ${from + 1} to ${top}`;
  }
  const wrong = (roll ?? []).find((face) => !whole(face, 1, rules.dice_sides));
  if (wrong !== undefined) return `die ${wrong}: a face is a whole number from 1 to ${rules.dice_sides}`;
  if (roll && roll.length !== 4) return `${roll.length} dice: a roll has four dice (CS-3)`;
  const won = winnerOf(rules, state);
  return won < 0 ? null : `the game is over, player ${won + 1} has won`;
}

/** The actions that can be chosen: { action, state, then: "roll", "stop" or "bust", next }. */
function placesOf(rules, state) {
  if (!state.roll) {
    const stop = { action: "stop", state, then: "stop", next: stoppedState(rules, state) };
    return [{ action: "roll", state, then: "roll" }, ...(state.runners.length ? [stop] : [])];
  }
  const moves = movesOf(rules, state);
  if (moves.length === 0) return [{ action: "bust", state, then: "bust", next: bustedState(state) }];
  return moves.flatMap((move) => {
    const name = move.columns.join(" ");
    return [
      { action: `${name}, roll`, state: move.state, then: "roll", next: move.state },
      { action: `${name}, stop`, state: move.state, then: "stop", next: stoppedState(rules, move.state) },
    ];
  });
}

/** How much of a choice's value rests on what positions are worth: as `advise._estimated`. */
function estimated(rules, place) {
  const open = place.then === "bust" || winnerOf(rules, stoppedState(rules, place.state)) < 0;
  return open ? 1 : place.then === "stop" ? 0 : bustChance(rules, place.state);
}

function columnsInWords(action) {
  const [first, second] = action.split(",")[0].split(" ");
  return second === undefined ? first : first === second ? `${first} twice` : `${first} and ${second}`;
}

function headlineOf(state, best) {
  if (best.then === "bust") return "Bust: nothing moves";
  if (!state.roll) return best.then === "stop" ? "Stop" : state.runners.length ? "Roll again" : "Roll";
  return `Take ${columnsInWords(best.action)}, ${best.then}`;
}

/** What to do in a state, and what each choice is worth: the choices of `advise.should_roll`, or of
 *  `advise.which_pairing` where the dice are known, with the same values. */
async function answer(data, state) {
  const { rules } = data;
  if (state.missing) return { waiting: `Tap ${state.missing} more ${state.missing > 1 ? "dice" : "die"}` };
  const fault = faultOf(rules, state);
  if (fault) return { refused: fault };
  const alone = state.markers.length === 1;
  const net = await netOf(data, alone ? 1 : 2);
  const solved = new Map();
  const choices = placesOf(rules, state).map((place) => {
    if (!solved.has(place.state)) solved.set(place.state, solveTurn(rules, net, place.state));
    const turn = solved.get(place.state);
    const risk = { roll: () => bustChance(rules, place.state), stop: () => 0, bust: () => 1 }[place.then]();
    return { ...place, turn, worth: turn[place.then], risk, error: net.fit.error * estimated(rules, place) };
  });
  const most = Math.max(...choices.map((choice) => choice.worth));
  const chosen = choices.find((choice) => choice.worth === most);
  const certain = choices.some((choice) => choice.error === 0 && choice.worth === most);
  for (const choice of choices) {
    choice.cost = most - choice.worth;
    choice.value = alone ? Math.max(-choice.worth, 0) : Math.min(Math.max(choice.worth, 0), 1);
    choice.costError = choice.cost === 0 ? 0 : certain ? choice.error : net.fit.cost_error;
  }
  choices.sort((x, y) => (alone ? x.value - y.value : y.value - x.value));
  const [best, second] = choices;
  const close = second !== undefined && second.cost - data.z95 * second.costError <= data.tiny;
  const notes = [];
  if (chosen.then !== "bust" && winnerOf(rules, stoppedState(rules, chosen.state)) < 0) {
    const { bust, steps, claim } = chosen.turn.ifRolled;
    notes.push(`Rolled from there, then played best: bust ${shell.percent(bust)}, ` +
      `${shell.number(steps, 2)} steps kept, a column claimed ${shell.percent(claim)}. Exact for this turn.`);
  }
  const off = alone ? `${shell.number(net.fit.error, 2)} turns` : `${shell.number(100 * net.fit.error)} percentage points`;
  const rival = state.markers.length > 2 ? ", against the rival who stands best" : "";
  return {
    headline: headlineOf(state, best),
    detail: detailOf(rules, best, close && second),
    method: "fitted",
    method_text: `this turn exact, by our fitted value of a board${rival} (off by ${off}, as measured by playing on)`,
    value_name: alone ? "turns left" : "to win",
    risk_name: "bust",
    unit: alone ? "turns" : "chance",
    digits: alone ? 2 : 1,
    choices: choices.map((choice) => {
      const { action, value, cost, risk, next } = choice;
      return { action, value, cost, risk, best: choice === best, next };
    }),
    notes,
    too_close: close,
    if_rolled: notes.length ? chosen.turn.ifRolled : null,
  };
}

/** What belongs to the headline: the next roll's risk, and a choice that is as good for all that is known. */
function detailOf(rules, best, rival) {
  if (best.then === "bust") return "the turn passes";
  const risk = bustChance(rules, best.state);
  const bust = risk ? `${shell.percent(risk)} of rolls bust` : "no roll busts";
  return rival ? `${bust}; about as good: ${rival.action}` : bust;
}

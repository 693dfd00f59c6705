// Can't Stop: what to do and what each choice is worth, as `advise.py` answers it, with the same numbers.
//
// The turn is solved exactly, by one backward pass over everything it can come to; what a position is worth after it
// is read from the fitted nets (`fitted.py`, `value_kernels.py`), whose 32-bit sums are made here in the same order.
// A state is { markers, claimed, runners, player, roll }: the fields of `board.State`, and the four dice or null.

const OPEN = -1;
const NEVER = -1e300; // the value of what is not allowed
const nets = new Map(); // the nets unpacked, by the number of players they are for
const boards = new WeakMap(); // rolls and sets of runner columns, by rules

/** The three pairings of four dice, as sums; equal ones once. */
function pairings([a, b, c, d]) {
  const found = [[a + b, c + d], [a + c, b + d], [a + d, b + c]].map(([x, y]) => (x < y ? [x, y] : [y, x]));
  return found.filter(([x, y], i) => found.findIndex((other) => other[0] === x && other[1] === y) === i);
}

/** All that hangs on the rules alone. Columns are numbered from 0. A class of rolls offers the pairs `offers[k]` with
 *  chance `chances[k]`; `sets` are the sets of runner columns, the largest first, `number[mask]` their places; a set
 *  that can grow no more has ten moves (each column, each twice, each two, none) and its own classes, `full[s]`. */
function boardOf(rules) {
  if (boards.has(rules)) return boards.get(rules);
  const columns = rules.column_lengths.length;
  const rolls = rules.dice_sides ** 4;
  const pairs = [];
  const pairNumber = [];
  for (let a = 0; a < columns; a += 1) {
    pairNumber.push([]);
    for (let b = a; b < columns; b += 1) pairNumber[a][b] = pairs.push([a, b]) - 1;
  }
  const counted = new Map();
  for (let roll = 0; roll < rolls; roll += 1) {
    const dice = [0, 1, 2, 3].map((i) => 1 + (Math.floor(roll / rules.dice_sides ** i) % rules.dice_sides));
    const offered = pairings(dice).map(([a, b]) => pairNumber[a - 2][b - 2]);
    const key = offered.sort((x, y) => x - y).join();
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  const inOrder = (x, y) => {
    const i = x.findIndex((pair, place) => pair !== y[place]);
    return i < 0 ? x.length - y.length : x[i] - (y[i] ?? -1);
  };
  const classes = [...counted].map(([key, ways]) => [key.split(",").map(Number), ways]);
  classes.sort((x, y) => inOrder(x[0], y[0]));
  const sets = [];
  for (let size = rules.runners; size >= 0; size -= 1) choose(columns, size, [], sets);
  const number = new Int16Array(1 << columns).fill(-1);
  sets.forEach((set, s) => { number[maskOf(set)] = s; });
  const full = sets.filter((set) => set.length === rules.runners).map((set) => fullClasses(set, pairs, classes, rolls));
  const board = {
    columns, rolls, pairs, classes, sets, number, full,
    ...asArrays(classes.map(([offered, ways]) => [offered, ways / rolls])),
  };
  boards.set(rules, board);
  return board;
}

function choose(columns, size, chosen, found) {
  if (chosen.length === size) found.push(chosen);
  else for (let c = (chosen.at(-1) ?? -1) + 1; c < columns; c += 1) choose(columns, size, [...chosen, c], found);
}

function maskOf(columns) {
  return columns.reduce((mask, c) => mask | (1 << c), 0);
}

/** The rolls of a set that can grow no more, gathered by the moves that they offer. */
function fullClasses(set, pairs, classes, rolls) {
  const size = set.length;
  const none = 2 * size + (size * (size - 1)) / 2;
  const twos = [];
  choose(size, 2, [], twos);
  const moveOf = pairs.map(([a, b]) => {
    const i = set.indexOf(a);
    const j = set.indexOf(b);
    if (i < 0 || j < 0) return i < 0 && j < 0 ? none : Math.max(i, j);
    return i === j ? size + i : 2 * size + twos.findIndex(([x, y]) => x === i && y === j);
  });
  const counted = new Map();
  for (const [offered, ways] of classes) {
    const legal = [...new Set(offered.map((p) => moveOf[p]))].filter((move) => move !== none).sort((x, y) => x - y);
    const key = (legal.length ? legal : [none]).join();
    counted.set(key, (counted.get(key) ?? 0) + ways);
  }
  return asArrays([...counted].map(([key, ways]) => [key.split(",").map(Number), ways / rolls]));
}

/** Classes of one to three offers each, the first repeated to make three. */
function asArrays(classes) {
  const threes = classes.flatMap(([offered]) => [0, 1, 2].map((i) => offered[i] ?? offered[0]));
  return { offers: Uint8Array.from(threes), chances: Float64Array.from(classes, ([, chance]) => chance) };
}

/** A net of 32-bit numbers from its 16-bit ones. */
async function netOf(data, players) {
  if (nets.has(players)) return nets.get(players);
  const { layers, numbers, fit } = data.nets[players];
  const bytes = await shell.unpack(numbers);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const net = { two: players === 2, fit };
  let at = 0;
  for (const [name, shape, scale] of layers) {
    const size = shape.reduce((x, y) => x * y, 1);
    net[name] = new Float32Array(size);
    for (let i = 0; i < size; i += 1, at += 2) net[name][i] = view.getInt16(at, true) * scale;
    if (name === "mine") [, net.spaces] = shape;
    if (name === "claims") [, net.wins] = shape;
  }
  nets.set(players, net);
  return net;
}

/** Where everybody stands as the player to act sees it, against the rival who stands best: the spaces of both, and the
 *  owner of each column (0 the player, 1 that rival, 2 another, -1 nobody). */
function seen(net, state) {
  const { markers, claimed, player } = state;
  const against = (rival) => ({
    own: markers[player],
    rival: markers[rival],
    owner: claimed.map((owner) => (owner < 0 ? OPEN : owner === player ? 0 : owner === rival ? 1 : 2)),
  });
  const others = markers.map((_, seat) => seat).filter((seat) => seat !== player);
  if (others.length === 0) return against(player);
  let chosen = (player + 1) % markers.length;
  let least = 2;
  for (const other of others.length > 1 ? others : []) {
    const layer = new Float32Array(net.bias.length);
    firstLayer(net, against(other), layer);
    const worth = upperLayers(net, layer);
    if (worth < least) [chosen, least] = [other, worth];
  }
  return against(chosen);
}

/** Fill the first layer for the board without this turn, the rival to act; the columns of the player and the rival. */
function firstLayer(net, { own, rival, owner }, layer) {
  const units = layer.length;
  const add = (numbers, row) => {
    for (let u = 0; u < units; u += 1) layer[u] += numbers[row * units + u];
  };
  layer.set(net.bias);
  owner.forEach((owned, c) => {
    if (owned >= 0) add(net.closed, c);
    else {
      add(net.two ? net.theirs : net.mine, c * net.spaces + own[c]);
      if (net.two) add(net.mine, c * net.spaces + rival[c]);
    }
  });
  const [won, lost] = [0, 1].map((seat) => owner.filter((owned) => owned === seat).length);
  add(net.claims, lost * net.wins + won);
  return [won, lost];
}

/** What a position is worth to the player who has just had a turn, from the first layer before rectifying. Eight sums
 *  at a time, each in 32 bits and in the order of the units. */
function upperLayers(net, first) {
  const { second: weights, second_bias: bias, out } = net;
  const f = Math.fround;
  const outputs = bias.length;
  let value = net.out_bias[0];
  for (let v = 0; v < outputs; v += 8) {
    let [a, b, c, d] = [bias[v], bias[v + 1], bias[v + 2], bias[v + 3]];
    let [e, g, h, i] = [bias[v + 4], bias[v + 5], bias[v + 6], bias[v + 7]];
    for (let u = 0, at = v; u < first.length; u += 1, at += outputs) {
      const x = first[u];
      if (x > 0) {
        a = f(a + f(x * weights[at]));
        b = f(b + f(x * weights[at + 1]));
        c = f(c + f(x * weights[at + 2]));
        d = f(d + f(x * weights[at + 3]));
        e = f(e + f(x * weights[at + 4]));
        g = f(g + f(x * weights[at + 5]));
        h = f(h + f(x * weights[at + 6]));
        i = f(i + f(x * weights[at + 7]));
      }
    }
    if (a > 0) value = f(value + f(a * out[v]));
    if (b > 0) value = f(value + f(b * out[v + 1]));
    if (c > 0) value = f(value + f(c * out[v + 2]));
    if (d > 0) value = f(value + f(d * out[v + 3]));
    if (e > 0) value = f(value + f(e * out[v + 4]));
    if (g > 0) value = f(value + f(g * out[v + 5]));
    if (h > 0) value = f(value + f(h * out[v + 6]));
    if (i > 0) value = f(value + f(i * out[v + 7]));
  }
  return (net.two ? 1 : 0) - value;
}

/** The nodes of a turn from a state on: sets of runner columns and, for each column, how far its runner has come as a
 *  digit. Those of set s stand from `first[s]`, the last column's digit running fastest; `low[c]`: the space at 0. */
function layOut(rules, board, state) {
  const runners = new Map(state.runners.map(([column, space]) => [column - 2, space]));
  const low = new Int32Array(board.columns);
  const count = new Int32Array(board.columns);
  for (let c = 0; c < board.columns; c += 1) {
    low[c] = runners.get(c) ?? state.markers[state.player][c] + 1;
    count[c] = state.claimed[c] === OPEN ? rules.column_lengths[c] - low[c] + 1 : 0;
  }
  const base = maskOf([...runners.keys()]);
  const first = new Int32Array(board.sets.length + 1);
  const stride = new Int32Array(board.sets.length * rules.runners);
  let total = 0;
  board.sets.forEach((set, s) => {
    first[s] = total;
    let nodes = (maskOf(set) & base) === base ? 1 : 0;
    for (let i = set.length - 1; i >= 0; i -= 1) {
      stride[s * rules.runners + i] = nodes;
      nodes *= count[set[i]];
    }
    total += nodes;
  });
  first[board.sets.length] = total;
  return { low, count, base, first, stride, total, root: first[board.number[base]] };
}

/** Fill what stopping is worth at every node, and the steps and columns that it keeps; what a bust is worth. */
function fillStops(rules, board, turn, net, position, stop, kept) {
  const { low, count, first } = turn;
  const { own, rival } = position;
  const units = net.bias.length;
  const longest = net.spaces;
  const partial = Array.from({ length: rules.runners + 1 }, () => new Float32Array(units));
  const [won, lost] = firstLayer(net, position, partial[0]);
  const delta = new Float32Array(board.columns * longest * units);
  const part = net.two ? net.theirs : net.mine;
  for (let c = 0; c < board.columns; c += 1) {
    for (let d = 0; d < count[c]; d += 1) {
      const top = d === count[c] - 1;
      for (let u = 0, to = (c * longest + d) * units; u < units; u += 1, to += 1) {
        const before = part[(c * longest + own[c]) * units + u];
        delta[to] = (top ? net.closed[c * units + u] : part[(c * longest + low[c] + d) * units + u]) - before;
        if (top && net.two) delta[to] -= net.mine[(c * longest + rival[c]) * units + u];
      }
    }
  }
  const left = rules.columns_to_win - won;
  const claims = (lost * net.wins + won) * units;
  const tops = new Float32Array(left * units);
  for (let i = 0; i < tops.length; i += 1) tops[i] = net.claims[claims + i] - net.claims[claims + (i % units)];
  const layer = new Float32Array(units);
  const digit = new Int32Array(rules.runners);
  const reached = new Int32Array(rules.runners + 1);
  const steps = new Int32Array(rules.runners + 1);
  board.sets.forEach((set, s) => {
    let changed = 0;
    digit.fill(0);
    for (let node = first[s]; node < first[s + 1]; node += 1) {
      for (let i = changed; i < set.length; i += 1) {
        const c = set[i];
        const [here, next] = [partial[i], partial[i + 1]];
        const from = (c * longest + digit[i]) * units;
        for (let u = 0; u < units; u += 1) next[u] = here[u] + delta[from + u];
        reached[i + 1] = reached[i] + (digit[i] === count[c] - 1 ? 1 : 0);
        steps[i + 1] = steps[i] + low[c] + digit[i] - own[c];
      }
      const k = reached[set.length];
      if (k >= left) stop[node] = net.two ? 1 : 0;
      else {
        for (let u = 0; u < units; u += 1) layer[u] = partial[set.length][u] + tops[k * units + u];
        stop[node] = upperLayers(net, layer);
      }
      kept[2 * node] = steps[set.length];
      kept[2 * node + 1] = k > 0 ? 1 : 0;
      for (changed = set.length - 1; changed >= 0; changed -= 1) {
        digit[changed] += 1;
        if (digit[changed] < count[set[changed]]) break;
        digit[changed] = 0;
      }
    }
  });
  if (turn.base === 0) stop[turn.root] = NEVER; // a turn starts by rolling
  layer.set(partial[0]);
  return upperLayers(net, layer);
}

/** A turn solved: what stopping, rolling and a bust are worth, and what it comes to if it is rolled from here and then
 *  played best: { bust, steps, claim }. */
function solveTurn(rules, net, state) {
  const board = boardOf(rules);
  const turn = layOut(rules, board, state);
  const { first, stride, count, total } = turn;
  const best = new Float64Array(total); // holds what stopping is worth until the node is reached
  const kept = new Float64Array(2 * total);
  const busted = new Float64Array(total);
  const bust = fillStops(rules, board, turn, net, seen(net, state), best, kept);
  const stopValue = state.runners.length ? best[turn.root] : null;
  const target = new Int32Array(Math.max(board.pairs.length, 20));
  const value = new Float64Array(target.length);
  const digit = new Int32Array(rules.runners);
  const figures = new Float64Array(3);
  let roll = NEVER; // of the last node in the end: the root
  board.sets.forEach((set, s) => {
    if (first[s] === first[s + 1]) return;
    const step = stride.subarray(s * rules.runners, s * rules.runners + set.length);
    const { offers, chances } = set.length === rules.runners ? board.full[s] : board;
    set.forEach((c, i) => { digit[i] = count[c] - 1; });
    for (let node = first[s + 1] - 1; node >= first[s]; node -= 1) {
      if (set.length === rules.runners) fullMoves(set, count, digit, node, step, best, target, value);
      else openMoves(rules, board, turn, set, digit, best, target, value);
      roll = meanBest(offers, chances, value, bust);
      if (roll > best[node] || node === turn.root) follow(offers, chances, target, value, busted, kept, figures);
      if (roll > best[node]) {
        best[node] = roll;
        busted[node] = figures[0];
        kept[2 * node] = figures[1];
        kept[2 * node + 1] = figures[2];
      }
      for (let i = set.length - 1; i >= 0; i -= 1) {
        digit[i] -= 1;
        if (digit[i] >= 0) break;
        digit[i] = count[set[i]] - 1;
      }
    }
  });
  return { stop: stopValue, roll, bust, ifRolled: { bust: figures[0], steps: figures[1], claim: figures[2] } };
}

/** Where the moves of a set that can grow no more lead, and what that is worth. */
function fullMoves(set, count, digit, node, step, best, target, value) {
  const size = set.length;
  for (let i = 0; i < size; i += 1) {
    const left = count[set[i]] - 1 - digit[i];
    target[i] = left > 0 ? node + step[i] : node;
    target[size + i] = left > 1 ? target[i] + step[i] : target[i];
    value[i] = left > 0 ? best[target[i]] : NEVER;
    value[size + i] = left > 0 ? best[target[size + i]] : NEVER;
  }
  let m = 2 * size;
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1, m += 1) {
      target[m] = target[i] + target[j] - node;
      value[m] = target[m] > node ? best[target[m]] : NEVER;
    }
  }
  [target[m], value[m]] = [node, NEVER];
}

/** Where each pair of columns leads best from a set that can still grow, and what that is worth. */
function openMoves(rules, board, turn, set, digits, best, target, value) {
  const { count, first, stride } = turn;
  const digit = new Int32Array(board.columns).fill(-1);
  set.forEach((c, i) => { digit[c] = digits[i]; });
  const mask = maskOf(set);
  const playable = (c) => digit[c] < count[c] - 1; // a closed column counts 0
  const after = (columns) => {
    const s = board.number[columns.reduce((found, c) => found | (1 << c), mask)];
    const to = digit.slice();
    for (const c of columns) if (to[c] < count[c] - 1) to[c] += 1;
    return board.sets[s].reduce((node, c, i) => node + stride[s * rules.runners + i] * to[c], first[s]);
  };
  board.pairs.forEach(([a, b], p) => {
    const columns = [a, b].filter(playable);
    value[p] = NEVER;
    if (columns.length === 0) return;
    const entered = new Set(columns.filter((c) => digit[c] < 0)).size;
    if (set.length + entered <= rules.runners) target[p] = after(columns);
    else { // either can be entered, not both
      const [one, other] = [after([a]), after([b])];
      target[p] = best[other] > best[one] ? other : one;
    }
    value[p] = best[target[p]];
  });
}

/** The best of the moves of class o of the rolls. */
function bestOf(offers, o, value) {
  let m = offers[3 * o];
  if (value[m] < value[offers[3 * o + 1]]) m = offers[3 * o + 1];
  if (value[m] < value[offers[3 * o + 2]]) m = offers[3 * o + 2];
  return m;
}

/** The mean over the rolls of the best move of each, or of a bust where none is allowed. */
function meanBest(offers, chances, value, bust) {
  let mean = 0;
  for (let o = 0; o < chances.length; o += 1) {
    const worth = value[bestOf(offers, o, value)];
    mean += chances[o] * (worth > NEVER ? worth : bust);
  }
  return mean;
}

/** Fill the same means of what follows those moves: the chance to bust, the steps kept, the chance to claim. */
function follow(offers, chances, target, value, busted, kept, figures) {
  figures.fill(0);
  for (let o = 0; o < chances.length; o += 1) {
    const m = bestOf(offers, o, value);
    if (value[m] > NEVER) {
      figures[0] += chances[o] * busted[target[m]];
      figures[1] += chances[o] * kept[2 * target[m]];
      figures[2] += chances[o] * kept[2 * target[m] + 1];
    } else figures[0] += chances[o];
  }
}

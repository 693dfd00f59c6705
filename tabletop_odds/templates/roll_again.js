"use strict";
// The shell: one tab a game, one answer for whatever state its input shows.
window.games = {};
window.shell = {
  data: {},

  // An element with attributes (text, class, on: {event: function}, any other by its name) and children.
  element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "text") node.textContent = value;
      else if (name === "on") for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children);
    return node;
  },

  // What the page's maker packed: base64 of a raw deflate, as bytes.
  async unpack(text) {
    const letters = atob(text), squeezed = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) squeezed[i] = letters.charCodeAt(i);
    const stream = new Blob([squeezed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },

  async unpackJSON(text) {
    return JSON.parse(new TextDecoder().decode(await shell.unpack(text)));
  },

  number(value, digits = 0) {
    const shown = value.toFixed(digits);
    return Number(shown).toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-0", Number(shown) === 0 ? "0" : "-0");
  },

  percent(chance, digits = 1) {
    return `${shell.number(100 * chance, digits)} %`;
  },

  // A group of buttons of which one is pressed: {node, set(value)}; `change(value)` follows a tap.
  choice(title, options, change) {
    const buttons = options.map(([value, text, label]) =>
      shell.element("button", { type: "button", text, "aria-label": label, on: { click: () => change(value) } }));
    const row = shell.element("div", { class: "row even" }, ...buttons);
    return {
      node: shell.element("fieldset", { class: "field" }, shell.element("legend", { text: title }), row),
      set(value) {
        options.forEach(([own], i) => buttons[i].setAttribute("aria-pressed", String(own === value)));
      },
    };
  },

  // A number that is typed or stepped: {node, set(value)}; `change(value)` follows, NaN where no number is typed.
  stepper(title, step, change) {
    const input = shell.element("input", { type: "number", inputmode: "numeric", step: "any", "aria-label": title });
    const by = (amount) => change((Number.isFinite(input.valueAsNumber) ? input.valueAsNumber : 0) + amount);
    const button = (sign, amount) =>
      shell.element("button", { type: "button", text: sign, "aria-label": `${title}: ${sign}${step}`, on: { click: () => by(amount) } });
    input.addEventListener("input", () => change(input.valueAsNumber));
    input.addEventListener("focus", () => input.select());
    const row = shell.element("div", { class: "stepper" }, button("\u2212", -step), input, button("+", step));
    return {
      node: shell.element("fieldset", { class: "field" }, shell.element("legend", { text: title }), row),
      set(value) {
        if (input.valueAsNumber !== value && !(Number.isNaN(value) && document.activeElement === input)) input.value = value;
      },
    };
  },

  start() {
    const names = Object.keys(games), taken = {};
    let asked = 0, current = null;
    const find = (id) => document.getElementById(id);

    function say(kind, headline, detail) {
      find("say").className = kind;
      find("headline").textContent = headline;
      find("detail").textContent = detail || "";
    }

    function play(next, take) {
      take(next);
      scrollTo(0, 0);
      find("say").focus(); // the button that was tapped goes away
    }

    function row(choice, answer, take) {
      const { element, number, percent } = shell;
      const worth = (x) => (answer.unit === "chance" ? percent(x, answer.digits ?? 2) : number(x, answer.digits ?? 1));
      const name = choice.next && take
        ? element("button", { type: "button", text: choice.action, on: { click: () => play(choice.next, take) } })
        : choice.action;
      const cells = [worth(choice.value), choice.cost > 0 ? worth(choice.cost) : "\u2013", choice.risk === null || choice.risk === undefined ? "\u2013" : percent(choice.risk)];
      return element("tr", { class: choice.best ? "best" : null }, element("th", { scope: "row" }, name), ...cells.map((text) => element("td", { text })));
    }

    function show(answer, take) {
      const { element } = shell, worth = find("worth");
      worth.replaceChildren();
      if (answer.refused) return say("refused", answer.refused, "");
      if (answer.waiting) return say("waiting", answer.waiting, answer.detail);
      say("", answer.headline, answer.detail);
      const heads = ["", answer.value_name, "costs", answer.risk_name];
      const head = element("tr", {}, ...heads.map((text, i) => element(i ? "th" : "td", { scope: i ? "col" : null, text })));
      const caption = answer.choices.some((choice) => choice.next && take) ? "Each choice; tap the one you take" : "Each choice";
      worth.append(
        element("table", {}, element("caption", { text: caption }), element("thead", {}, head),
          element("tbody", {}, ...answer.choices.map((choice) => row(choice, answer, take)))),
        element("p", { class: "quiet" }, element("span", { class: `badge ${answer.method}`, text: answer.method }), ` ${answer.method_text}`));
      for (const note of answer.notes || []) worth.append(element("p", { class: "quiet", text: note }));
    }

    async function shown(name, state) {
      const mine = ++asked;
      if (state === null) return show({ waiting: "\u2026" });
      let answer;
      try {
        answer = await games[name].answer(shell.data[name], state);
      } catch (error) {
        const old = typeof DecompressionStream === "undefined";
        answer = { refused: old ? "This browser is too old to unpack the tables: a version of 2023 or later is needed" : `No answer: ${error.message}` };
        console.error(error);
      }
      if (mine === asked && name === current) show(answer, taken[name]?.take);
    }

    function open() {
      const named = location.hash.slice(1);
      current = names.includes(named) ? named : names[0];
      for (const name of names) {
        find(`game-${name}`).hidden = name !== current;
        const link = document.querySelector(`nav a[href="#${name}"]`);
        if (name === current) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      if (!taken[current]) {
        const name = current, kept = (taken[name] = { state: null, take: null });
        kept.take = games[name].mount(find(`game-${name}`), shell.data[name], (state) => { kept.state = state; shown(name, state); });
      }
      shown(current, taken[current].state);
    }

    for (const name of names) shell.data[name] = JSON.parse(find(`data-${name}`).textContent);
    addEventListener("hashchange", open);
    open();
  },
};

// The report page. Everything that is shown comes from the JSON in #report and goes into the page as text nodes: nothing
// of a scenario or of an observed value is ever taken for markup.
'use strict';

(() => {
  const report = JSON.parse(document.getElementById('report').textContent);
  const findings = report.findings;  // What the list needs; all of one is read when it is wanted.
  const lines = document.getElementById('details').textContent.split('\n');
  const whole = [];
  const read = (index) => whole[index] ||= JSON.parse(lines[index]);
  const keyOf = (finding) => `${finding.id} / ${finding.semantics} / ${finding.subject}`;
  const verdicts = ['diverges', 'broken', 'unknown', 'unspecified', 'unsupported', 'not applicable', 'conforms'];
  const byId = (id) => document.getElementById(id);

  /** Control characters, and those that turn the direction of writing, are shown and have no effect. */
  const visible = (text) => String(text).replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (character) => `\\u{${character.codePointAt(0).toString(16)}}`);

  function element(tag, attributes = {}, ...children) {
    const svg = ['svg', 'g', 'line', 'path', 'circle', 'text', 'title', 'defs', 'marker', 'polyline'].includes(tag);
    const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== undefined && child !== null && child !== '') node.append(child instanceof Node ? child : visible(child));
    }
    return node;
  }

  const classOf = (verdict) => verdict.replace(/ /g, '-');
  const verdictLabel = (verdict) => element('span', {class: `verdict ${classOf(verdict)}`}, verdict);

  /** A step of the draft, as a link: "#dom-mltensor-destroy step 2". */
  function stepLink(step) {
    if (!step || !step.anchor) return '';
    const text = `#${step.anchor}${step.number ? ` step ${step.number}` : ''}`;
    return element('a', {href: `${report.specification}#${step.anchor}`}, text);
  }

  // ---- The list ----

  const state = {verdicts: new Set(verdicts), search: '', subject: '', semantics: '', current: -1};
  const texts = [];
  const textOf = (index) => texts[index] ||= Object.values(findings[index]).join('\n').toLowerCase();
  const entries = findings.map((finding, index) => {
    const button = element('button', {type: 'button', onclick: () => select(index, true)},
        verdictLabel(finding.verdict), finding.known ? ' (known) ' : ' ', finding.title || finding.id,
        element('small', {}, `${finding.id} · ${finding.semantics} · ${finding.subject}`));
    return element('li', {}, button);
  });

  function isShown(index) {
    const finding = findings[index];
    return state.verdicts.has(finding.verdict) && (!state.subject || finding.subject === state.subject) &&
        (!state.semantics || finding.semantics === state.semantics) && (!state.search || textOf(index).includes(state.search));
  }

  function refresh() {
    let count = 0;
    entries.forEach((entry, index) => {
      entry.hidden = !isShown(index);
      if (!entry.hidden) ++count;
    });
    byId('shown').textContent = `${count} of ${findings.length} findings`;
  }

  function select(index, focus) {
    if (state.current >= 0) entries[state.current].firstChild.removeAttribute('aria-current');
    state.current = index;
    const button = entries[index].firstChild;
    button.setAttribute('aria-current', 'true');
    byId('finding').replaceChildren(detail(read(index)));
    history.replaceState(null, '', `#${encodeURIComponent(keyOf(findings[index]))}`);
    if (focus) byId('finding').scrollIntoView({block: 'nearest'});
  }

  function move(direction) {
    for (let i = state.current + direction; i >= 0 && i < findings.length; i += direction) {
      if (!isShown(i)) continue;
      select(i, false);
      entries[i].firstChild.focus();
      entries[i].scrollIntoView({block: 'nearest'});
      return;
    }
  }

  // ---- One finding ----

  const sentences = {
    'conforms': 'What was observed is allowed.',
    'diverges': 'What was observed is not allowed.',
    'unspecified': 'The draft leaves open what was observed; it is recorded.',
    'unsupported': 'The subject lacks what the scenario needs.',
    'not applicable': 'The set-up is not possible under this semantics.',
    'broken': 'The subject hung, died or talked nonsense.',
    'unknown': 'A bound was reached before the answer was found.',
  };

  function runsTable(finding) {
    const observed = finding.observed || [], nearest = finding.nearest || [];
    if (!observed.length && !nearest.length) return '';
    const others = new Map((finding.choices || []).map((choice) => [choice.at, choice.others]));
    const differing = (finding.differences || []).map((difference) => difference.at);
    const rows = [];
    for (let i = 0; i < Math.max(observed.length, nearest.length, ...differing.map((at) => at + 1), ...[...others.keys()].map((at) => at + 1)); ++i) {
      rows.push(element('tr', {class: differing.includes(i) ? 'differs' : undefined},
          element('th', {scope: 'row'}, String(i + 1), i === differing[0] ? element('span', {}, ' first difference') : ''),
          element('td', {class: 'mono'}, observed[i] || '—'), element('td', {class: 'mono'}, nearest[i] || '—'),
          others.size ? element('td', {class: 'mono'}, (others.get(i) || []).map((text) => element('div', {}, text))) : ''));
    }
    return [element('h3', {}, 'Observed and allowed'), element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Observed and allowed'},
        element('table', {}, element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, '#'),
            element('th', {scope: 'col'}, 'observed'), element('th', {scope: 'col'}, 'nearest allowed run'),
            others.size ? element('th', {scope: 'col'}, 'or, here') : '')),
            element('tbody', {}, rows)))];
  }

  function listOf(title, items, render = (item) => item) {
    if (!items || !items.length) return '';
    return [element('h3', {}, title), element('ul', {}, items.map((item) => element('li', {class: 'mono'}, render(item))))];
  }

  /** What was seen at one point, and each thing that was allowed there, with the step that would have led to it. */
  function differenceList(difference, index, finding) {
    const where = difference.at < (finding.observed || []).length ? `at ${difference.at + 1}` : 'at the end';
    return [element('h3', {}, `Difference ${index + 1}, ${where}`),
      element('p', {}, 'Seen: ', element('code', {}, difference.seen), difference.detail ? ` — ${difference.detail}` : ''),
      element('p', {}, 'Allowed there:'),
      element('ul', {class: 'alternatives'}, (difference.allowed || []).map((alternative) => element('li', {}, element('code', {}, alternative.text),
          alternative.step ? [' by ', stepLink(alternative.step), alternative.step.text ? `: ${alternative.step.text}` : ''] : '')))];
  }

  /** What each operator of the graph gave, when the wrong value was followed to the one that made it. */
  function probeTable(finding) {
    if (!finding.probe) return '';
    const results = finding.probe.results || [];
    return [element('h3', {}, 'Followed to the operator'), element('p', {}, finding.probe.conclusion),
      results.length ? element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Results of the operators'},
          element('table', {}, element('thead', {}, element('tr', {}, ['operator', 'result', 'against the exact one'].map(
              (text) => element('th', {scope: 'col'}, text)))), element('tbody', {}, results.map((result) =>
              element('tr', {class: result.isOff ? 'differs' : undefined}, element('td', {class: 'mono'}, result.op),
                  element('td', {class: 'mono'}, result.name), element('td', {}, result.text)))))) : ''];
  }

  function histogramTable(finding) {
    if (!finding.histogram || !finding.histogram.length) return '';
    const most = Math.max(...finding.histogram.map((row) => row.count), 1);
    return [element('h3', {}, 'Outcomes over all runs'), element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Histogram'},
        element('table', {}, element('thead', {}, element('tr', {}, ['runs', 'share', 'allowed', 'outcome'].map(
            (text) => element('th', {scope: 'col'}, text)))), element('tbody', {}, finding.histogram.map((row) =>
            element('tr', {class: row.allowed ? undefined : 'differs'}, element('td', {}, String(row.count)),
                element('td', {}, element('span', {class: 'bar', style: `width:${Math.round(80 * row.count / most)}px`})),
                element('td', {}, row.allowed ? 'yes' : 'no'), element('td', {class: 'mono'}, (row.outcome || []).join('; ')))))))];
  }

  function detail(finding) {
    const decided = finding.decidedBy;
    return element('article', {'aria-labelledby': 'title'},
        element('h2', {id: 'title'}, finding.title || finding.id),
        element('p', {}, verdictLabel(finding.verdict), ` · `, element('code', {}, finding.id), ` · semantics `,
            element('code', {}, finding.semantics), ` · subject `, element('code', {}, finding.subject),
            finding.subjectVersion ? ` (${finding.subjectVersion})` : ''),
        element('p', {class: 'reason'}, finding.reason || sentences[finding.verdict],
            decided && decided.anchor ? [' Decided by ', stepLink(decided), decided.text ? `: ${decided.text}` : '', '.'] : ''),
        finding.known ? element('p', {class: 'known'}, `Known: ${finding.known}`) : '',
        listOf('Named semantics that would allow it', finding.allowedUnder),
        runsTable(finding),
        (finding.differences || []).map((difference, i) => differenceList(difference, i, finding)),
        probeTable(finding),
        histogramTable(finding),
        lanes(finding),
        memoryChart(finding),
        element('h3', {}, 'Scenario'),
        element('div', {class: 'pair'}, element('pre', {tabindex: 0, 'aria-label': 'as JavaScript'}, finding.javascript || ''),
            element('pre', {tabindex: 0, 'aria-label': 'as JSON'}, finding.scenario || '')),
        finding.reproduce ? [element('h3', {}, 'Repeat it'), element('pre', {tabindex: 0, 'aria-label': 'command'}, finding.reproduce)] : '');
  }

  /** Device memory over the steps of each run that is told of this scenario: one line for each semantics and subject. */
  function memoryChart(finding) {
    const runs = findings.map((entry, index) => entry.id === finding.id && entry.isTold ? index : -1).filter((index) => index >= 0).map((index) => {
      const other = read(index);
      let sum = 0;
      return {other, bytes: other.narration.map((step) => sum += step.bytes || 0)};
    }).filter((run) => run.bytes.some((value) => value > 0));
    if (!runs.length) return '';
    const peak = Math.max(...runs.map((run) => Math.max(...run.bytes)));
    const wide = 560, high = 90, left = 8;
    const colours = ['var(--script)', 'var(--device)', 'var(--context)', 'var(--broken)', 'var(--unknown)', 'var(--unspecified)'];
    const lines = runs.map((run, i) => {
      const x = (step) => left + wide * step / Math.max(run.bytes.length - 1, 1);
      const y = (value) => 8 + (high - 16) * (1 - value / peak);
      const points = run.bytes.map((value, step) => `${step ? `${x(step)},${y(run.bytes[step - 1])} ` : ''}${x(step)},${y(value)}`).join(' ');
      return element('polyline', {points, style: `stroke:${colours[i % colours.length]}`, 'stroke-dasharray': i < colours.length ? null : '5 3',
        'stroke-width': run.other === finding ? 3 : 1.5, fill: 'none'});
    });
    return [element('h3', {}, 'Device memory over the run, by semantics'),
      element('div', {class: 'lanes', tabindex: 0, role: 'region', 'aria-label': 'Memory over time'},
          element('svg', {width: wide + 2 * left, height: high, viewBox: `0 0 ${wide + 2 * left} ${high}`, role: 'img',
            'aria-label': `Device memory, at most ${peak} bytes; the list below has the numbers`}, lines)),
      element('ul', {class: 'legend'}, runs.map((run, i) => element('li', {},
          element('span', {class: 'key', style: `background:${colours[i % colours.length]}`}),
          element('code', {}, run.other.semantics), ` · ${run.other.subject}: at most ${Math.max(...run.bytes)} bytes, `,
          `${run.bytes[run.bytes.length - 1]} at the end`)))];
  }

  // ---- Lanes ----

  function lanes(finding) {
    const steps = finding.narration || [];
    if (!steps.length) return '';
    const names = [];
    const nameOf = (step) => step.lane === 'script' ? 'script' : `${step.lane} ${step.context || ''}`.trim();
    for (const step of steps) if (!names.includes(nameOf(step))) names.push(nameOf(step));
    const order = {script: 0, context: 1, device: 2};
    names.sort((a, b) => order[a.split(' ')[0]] - order[b.split(' ')[0]] || a.localeCompare(b));

    const left = 110, column = 26, row = 54, top = 26;
    const x = (index) => left + column * index, y = (step) => top + row * names.indexOf(nameOf(step));
    const bytes = steps.map(((sum) => (step) => sum += step.bytes || 0)(0));
    const peak = Math.max(...bytes, 0);
    const memoryTop = top + row * names.length, height = memoryTop + (peak > 0 ? 56 : 0), width = left + column * steps.length + 12;

    const arrow = element('defs', {}, element('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7,
      markerHeight: 7, orient: 'auto'}, element('path', {d: 'M0 0 8 4 0 8z', fill: 'currentColor'})));
    const causes = steps.map((step, i) => {
      if (step.causedBy === undefined || step.causedBy === null) return null;
      const from = steps[step.causedBy];
      const x1 = x(step.causedBy), y1 = y(from), x2 = x(i), y2 = y(step), bend = y1 === y2 ? -22 : 0;
      return element('path', {class: 'cause', d: `M${x1} ${y1} Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + bend} ${x2 - 6} ${y2}`});
    });
    const marks = steps.map((step, i) => element('g', {class: `step ${step.lane}${(step.observations || []).length ? ' seen' : ''}`,
      onclick: () => show(i)}, element('title', {}, `${i + 1}: ${step.text}`), element('circle', {cx: x(i), cy: y(step), r: step.step ? 4 : 7})));
    const now = element('line', {class: 'now', y1: 0, y2: height});
    const memory = peak > 0 ? [element('text', {x: 8, y: memoryTop + 24}, 'memory'), element('text', {x: 8, y: memoryTop + 40}, `≤ ${peak} B`),
      element('polyline', {class: 'memory', points: bytes.map((value, i) => `${i ? `${x(i)},${memoryTop + 46 - 36 * bytes[i - 1] / peak} ` : ''}${x(i)},${memoryTop + 46 - 36 * value / peak}`).join(' ')})] : [];
    const picture = element('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': `${steps.length} steps on ${names.length} timelines; the stepper below tells each`}, arrow,
        names.map((name, i) => element('g', {}, element('line', {class: 'lane', x1: left - 14, x2: width, y1: top + row * i, y2: top + row * i}),
            element('text', {x: 8, y: top + row * i + 4}, name.slice(0, 16)))), causes.filter(Boolean), now, marks, memory);

    const slider = element('input', {type: 'range', min: 1, max: steps.length, value: 1, 'aria-label': 'Step',
      oninput: (event) => show(Number(event.target.value) - 1)});
    const card = element('div', {class: 'card', role: 'status', 'aria-live': 'polite'});
    const scroller = element('div', {class: 'lanes', tabindex: 0, role: 'region', 'aria-label': 'Timelines',
      onkeydown: (event) => {
        const by = {ArrowRight: 1, ArrowLeft: -1, Home: -steps.length, End: steps.length}[event.key];
        if (by === undefined) return;
        event.preventDefault();
        show(at + by);
      }}, picture);
    let at = 0;
    function show(index) {
      at = Math.min(Math.max(index, 0), steps.length - 1);
      const step = steps[at];
      slider.value = at + 1;
      slider.setAttribute('aria-valuetext', `${at + 1} of ${steps.length}: ${step.text}`);
      now.setAttribute('x1', x(at)), now.setAttribute('x2', x(at));
      marks.forEach((mark, i) => mark.classList.toggle('current', i === at));
      causes.forEach((cause, i) => cause && cause.classList.toggle('current', i === at));
      const settled = steps.slice(0, at + 1).flatMap((past) => past.observations || []);
      card.replaceChildren(
          element('p', {}, element('b', {}, `${at + 1} of ${steps.length} · ${nameOf(step)}`), ' ', stepLink(step.step)),
          element('p', {}, step.text),
          step.step && step.step.text ? element('p', {}, step.step.text) : '',
          (step.observations || []).length ? element('p', {class: 'mono'}, `script sees: ${step.observations.join(', ')}`) : '',
          element('p', {class: 'mono'}, `seen so far: ${settled.length ? settled.join(', ') : 'nothing'} · memory: ${bytes[at]} bytes`));
      const edge = scroller.getBoundingClientRect().width;
      if (edge && (x(at) < scroller.scrollLeft + left || x(at) > scroller.scrollLeft + edge - 40)) scroller.scrollLeft = x(at) - edge / 2;
    }
    show(0);
    return [element('h3', {}, finding.verdict === 'conforms' ? 'The run, step by step' : 'The nearest allowed run, step by step'), scroller,
      element('div', {class: 'stepper'}, element('button', {type: 'button', onclick: () => show(at - 1)}, '← step back'), slider,
          element('button', {type: 'button', onclick: () => show(at + 1)}, 'step →')), card];
  }

  // ---- The page ----

  for (const note of report.notes || []) byId('about').after(element('p', {class: 'note'}, note));
  byId('about').textContent = [report.program, report.draft && `draft ${report.draft}`].filter(Boolean).join(' · ');
  for (const verdict of verdicts) {
    const count = findings.filter((finding) => finding.verdict === verdict).length;
    if (!count) continue;
    byId('verdicts').append(element('button', {type: 'button', 'aria-pressed': 'true', title: sentences[verdict], onclick: (event) => {
      const pressed = state.verdicts.has(verdict);
      if (pressed) state.verdicts.delete(verdict); else state.verdicts.add(verdict);
      event.currentTarget.setAttribute('aria-pressed', String(!pressed));
      refresh();
    }}, element('b', {}, String(count)), verdictLabel(verdict)));
  }
  for (const key of ['subject', 'semantics']) {
    const values = [...new Set(findings.map((finding) => finding[key]))].sort();
    byId(key).append(element('option', {value: ''}, 'all'), ...values.map((value) => element('option', {value}, value)));
    byId(key).addEventListener('change', (event) => { state[key] = event.target.value; refresh(); });
  }
  byId('search').addEventListener('input', (event) => { state.search = event.target.value.toLowerCase(); refresh(); });
  byId('list').addEventListener('keydown', (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  });
  byId('list').append(...entries);
  refresh();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const start = findings.findIndex((finding) => keyOf(finding) === wanted);
  if (findings.length) select(Math.max(start, 0), false);
  else byId('finding').append(element('p', {}, 'No scenario was run.'));

  // On paper: every finding that is shown and does not conform, one behind the other.
  addEventListener('beforeprint', () => {
    byId('finding').replaceChildren(...findings.map((finding, index) => index).filter((index) => isShown(index) && findings[index].verdict !== 'conforms')
        .slice(0, 200).map((index) => detail(read(index))));
    if (!byId('finding').firstChild && state.current >= 0) select(state.current, false);
  });
  addEventListener('afterprint', () => state.current >= 0 && select(state.current, false));
})();

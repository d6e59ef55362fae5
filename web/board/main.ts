import type { Board, BoardRow } from '#domain/boards/board.ts';
import { ServerClock } from './clock.ts';
import { follow } from './follow.ts';
import { formatAge, formatMoment } from './format.ts';

const PAGE_MS = 10_000;
const LOST_AFTER_MS = 5_000;
/** Bytes loaded after which no more flags load, as a screen loads 100 kB at most. */
const MAX_FLAG_BYTES = 80_000;

// part of index.html
const root = document.getElementById('root') as HTMLElement;
const secret = location.pathname.slice(location.pathname.lastIndexOf('/') + 1);
const clock = new ServerClock();
let board: Board | null = null;
let lastAnswerAt = clock.now();
let isLost = false;
let reason: string | null = null;
let pageIndex = 0;
let isRevoked = false;

const state = part('p', 'state');
const alert = part('p', 'alert');
alert.setAttribute('role', 'alert');
const closed = part('p', 'closed');
const rates = part('div', 'rates');
const fees = part('p', '');
const pages = part('p', 'pages');
const logo = document.createElement('img');
const title = part('h1', 'name');
const address = part('p', '');

function part(tag: string, name: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.textContent = text;
  return element;
}

function within(element: HTMLElement, ...children: HTMLElement[]): HTMLElement {
  for (const child of children) element.appendChild(child);
  return element;
}

function setUp(): void {
  root.textContent = '';
  const sign = within(part('div', 'sign'), logo, within(part('div', ''), title, address));
  const head = within(part('header', 'head'), sign, state);
  within(root, head, alert, closed, rates, within(part('footer', 'foot'), fees, pages));
}

function drawBoard(next: Board): void {
  if (!board) setUp();
  board = next;
  setClock(Date.parse(next.at));
  document.title = `Taux de change, ${next.company}`;
  title.textContent = next.company;
  drawLogo(next.logo);
  address.textContent = next.address;
  fees.textContent = `Prix en euros pour 1\u00a0unité, sauf mention. ${next.fees}`;
  closed.textContent = next.closed || '';
  closed.hidden = !next.closed;
  drawState();
  drawPage();
  void loadFlags();
}

function drawLogo(name: string | null): void {
  logo.alt = '';
  logo.className = 'logo';
  logo.hidden = name === null;
  logo.onerror = () => {
    logo.hidden = true;
  };
  const src = `/images/companies/${encodeURIComponent(name || '')}.png`;
  if (name !== null && logo.getAttribute('src') !== src) logo.src = src;
}

function setClock(at: number): void {
  clock.set(at);
  lastAnswerAt = clock.now();
}

function drawPage(): void {
  if (!board || isRevoked) return;
  if (board.rows.length === 0) {
    pages.hidden = true;
    rates.textContent = '';
    rates.appendChild(part('p', 'waiting', 'Aucun taux n’est affiché pour l’instant.'));
    return;
  }
  const table = document.createElement('table');
  table.className = 'table';
  table.appendChild(headOf());
  const body = table.appendChild(document.createElement('tbody'));
  rates.textContent = '';
  rates.appendChild(table);
  const perPage = rowsThatFit(body, board.rows);
  const count = Math.max(1, Math.ceil(board.rows.length / perPage));
  if (pageIndex >= count) pageIndex = 0;
  body.textContent = '';
  const shown = board.rows.slice(pageIndex * perPage, (pageIndex + 1) * perPage);
  const decimals = Math.max(...shown.flatMap(({ purchase, sale }) => [purchase, sale]).map(decimalsOf));
  for (const row of shown) body.appendChild(lineOf(row, decimals));
  pages.textContent = count > 1 ? `Page ${pageIndex + 1} sur ${count}` : '';
  pages.hidden = count === 1;
}

function rowsThatFit(body: HTMLElement, rows: readonly BoardRow[]): number {
  const [first] = rows;
  if (!first) return 1;
  const line = body.appendChild(lineOf(first, 0));
  const room = rates.getBoundingClientRect().bottom - line.getBoundingClientRect().top;
  return Math.max(1, Math.floor(room / line.getBoundingClientRect().height));
}

function headOf(): HTMLElement {
  const row = document.createElement('tr');
  for (const text of ['Devise', 'Achat, en €', 'Vente, en €']) {
    const cell = part('th', '', text);
    cell.setAttribute('scope', 'col');
    row.appendChild(cell);
  }
  return within(document.createElement('thead'), row);
}

function decimalsOf(price: string | null): number {
  return price === null ? 0 : price.length - price.indexOf(',') - 1;
}

/** Figure followed by as many unseen digits as align its comma with the others. */
function priceOf(price: string, decimals: number): HTMLElement {
  const cell = part('td', '', price);
  cell.dataset.rest = '0'.repeat(Math.max(0, decimals - decimalsOf(price)));
  return cell;
}

function lineOf(row: BoardRow, decimals: number): HTMLElement {
  const now = clock.now();
  const isOld = Date.parse(row.confirm_at) <= now;
  const isPast = Date.parse(row.end_at) <= now;
  const say = (price: string | null) =>
    isPast || price === null ? part('td', '', '—') : priceOf(price, decimals);
  const line = part('tr', '');
  line.dataset.confirm = String(isOld);
  const units = row.units === 1 ? '' : `pour ${row.units === 1000 ? '1\u202f000' : row.units}`;
  const label = isOld ? part('span', 'confirm', 'taux à confirmer') : part('span', '', row.label);
  const detail = within(part('span', 'detail'), label, part('span', 'units', units));
  const currency = within(part('span', 'currency'), flagOf(row.code), part('span', 'code', row.code), detail);
  const name = within(part('th', ''), currency);
  name.setAttribute('scope', 'row');
  return within(line, name, say(row.purchase), say(row.sale));
}

const flags = new Map<string, HTMLImageElement>();
let isLoading = false;

function flagOf(code: string): HTMLElement {
  return flags.get(code) || part('span', 'noflag');
}

async function loadFlags(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  for (let next = nextFlag(); next && loadedBytes() < MAX_FLAG_BYTES; next = nextFlag()) {
    const flag = document.createElement('img');
    flag.alt = '';
    flags.set(next, flag);
    await new Promise((done) => {
      flag.onload = done;
      flag.onerror = done;
      flag.src = `/images/currencies/${next}.png`;
    });
    // missing flags show nothing and are not requested again
    if (flag.naturalWidth === 0) flag.className = 'missing';
  }
  isLoading = false;
  drawPage();
}

function nextFlag(): string | undefined {
  const row = board?.rows.find(({ code }) => !flags.has(code));
  return row ? row.code : undefined;
}

function loadedBytes(): number {
  return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ initiatorType }) => initiatorType !== 'fetch')
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

function drawState(): void {
  if (!board || isRevoked) return;
  const now = clock.now();
  const published = board.published_at === null ? null : Date.parse(board.published_at);
  const moment = published === null ? '' : formatMoment(new Date(published), new Date(now));
  const age = published === null ? '' : `Dernier taux fixé ${moment}, il y a ${formatAge(now - published)}`;
  const lost = now - lastAnswerAt;
  const isOffline = isLost && lost > LOST_AFTER_MS;
  const away = reason === null ? 'Sans réseau' : 'Sans réponse du service';
  state.textContent = isOffline ? `${away} depuis ${formatAge(lost)}. ${age}` : age;
  const old = board.rows.filter(({ confirm_at }) => Date.parse(confirm_at) <= now).length;
  const isQuiet = old === 0 && !isOffline;
  const hasMoved = alert.hidden !== isQuiet;
  alert.hidden = isQuiet;
  if (old > 0) {
    const which = old === board.rows.length ? 'TAUX À CONFIRMER' : 'CERTAINS TAUX À CONFIRMER';
    alert.textContent = `${which} AU GUICHET`;
  } else alert.textContent = `${away}\u00a0: les taux ont pu changer`;
  // room for rows has changed
  if (hasMoved) drawPage();
}

function showGone(): void {
  isRevoked = true;
  showWaiting('Cette adresse ne montre plus de taux. Le bureau en a créé une autre, ou l’a retirée.');
}

function showWaiting(text: string): void {
  root.textContent = '';
  root.appendChild(part('p', 'waiting', text));
}

function nextPage(): void {
  if (!board || isRevoked || pages.hidden) return;
  rates.dataset.turning = 'true';
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  setTimeout(
    () => {
      pageIndex += 1;
      drawPage();
      drawState();
      rates.dataset.turning = 'false';
    },
    isStill ? 0 : 400,
  );
}

void follow(secret, {
  onBoard: drawBoard,
  onAnswer: () => {
    isLost = false;
    lastAnswerAt = clock.now();
    drawState();
  },
  onTime: (at) => {
    setClock(at);
    drawState();
  },
  onLost: (why) => {
    isLost = true;
    reason = why;
    if (!board) showWaiting(reason || 'Pas de réseau. Les taux s’afficheront dès qu’il revient.');
    drawState();
  },
  onGone: showGone,
});
setInterval(nextPage, PAGE_MS);
setInterval(() => {
  if (isRevoked) return;
  drawState();
  // rates may need confirmation by now
  if (pages.hidden) drawPage();
}, 5_000);
window.addEventListener('resize', drawPage);

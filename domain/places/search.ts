import { matchOf, searchForm, wordsOf } from '../text/search.ts';
import { Centres } from './centres.ts';
import { metresBetween } from './distance.ts';
import { nearestWithin } from './nearest.ts';
import { addOtherNames, isOtherName } from './other-names.ts';
import { type PackedPlace, placeOf, unpackPlace } from './packed.ts';
import { AIRPORT_WITHIN_KM, MAX_PLACES, NEAREST_WITHIN_KM, type Place, type Position } from './place.ts';
import { WHOLE_CITIES } from './whole-city.ts';

/**
 * Match quality, best first: whole name, beginning (for an airport also its short name), beginnings of
 * words, substring.
 */
const EXACT = 0;
const START = 1;
const WORDS = 2;
const MIDDLE = 3;

/** A quarter is not found by the postcodes of its commune, which has the better claim. */
function textOfPlace(place: PackedPlace): string {
  const { name, postcodes, code, kind, department, words } = place;
  const codes = kind === 'airport' ? code : `${isOtherName(place) ? '' : postcodes.join(' ')} ${department}`;
  return `${name} ${codes} ${words}`;
}

export function spellingsOf(typed: string): string[] {
  const form = searchForm(typed);
  const whole = form.replace(/(?<![^ ])st(?![^ ])/g, 'saint').replace(/(?<![^ ])ste(?![^ ])/g, 'sainte');
  return form === '' ? [] : [...new Set([form, whole])];
}

export function rankOfPlace(place: PackedPlace, spelling: string): number | null {
  const match = matchOf(spelling, searchForm(textOfPlace(place)));
  if (match === null) return null;
  if (isExactly(place, spelling)) return EXACT;
  if (callsOf(place).includes(spelling)) return START;
  if (match === 'start' && isWithinName(place, spelling)) return START;
  return match === 'middle' ? MIDDLE : WORDS;
}

/** Short names of an airport: the end of its name, "orly" of "paris orly", and its other names. */
function callsOf({ kind, name, words }: PackedPlace): string[] {
  if (kind !== 'airport') return [];
  const parts = searchForm(name).split(' ');
  return [...parts.map((_, from) => parts.slice(from).join(' ')), ...searchForm(words).split(' ')];
}

/** "lyon 6" must not count as a beginning of "lyon 69001". An airport is matched by its whole text. */
function isWithinName({ kind, name }: PackedPlace, spelling: string): boolean {
  return kind === 'airport' || spelling.length <= searchForm(name).length;
}

function isExactly(place: PackedPlace, spelling: string): boolean {
  const { kind, code, name, postcodes } = place;
  if (kind === 'airport') return searchForm(code) === spelling;
  if (!isOtherName(place) && postcodes.includes(spelling)) return !WHOLE_CITIES.includes(code);
  return searchForm(name) === spelling;
}

export type PlaceSearch = {
  /** At most MAX_PLACES, best first, ties by population. */
  find(typed: string): Place[];
  byCode(code: string): Place | null;
  nearestCommune(position: Position): Place | null;
  // Nearest airport whose grounds the position may be on.
  airportAt(position: Position): Place | null;
  isCentre(position: Position): boolean;
  // Communes of exactly this name, arrondissements too.
  communesNamed(name: string): Place[];
  // Commune of 'saint-denis-93', its label in an address.
  communeBySlug(slug: string): Place | null;
};

// Words of the longest slug, so that an invented one costs little.
const MOST_SLUG_WORDS = 14;

/** Index of the packed places as text and word lists, a tenth of the memory of objects. */
export function createPlaceSearch(packed: string, otherNames = ''): PlaceSearch {
  const lines = new Lines(addOtherNames(packed, otherNames));
  const packedOf = (id: number) => unpackPlace(lines.text(id));
  const lats = new Float32Array(lines.count);
  const lons = new Float32Array(lines.count);
  const nameLengths = new Uint8Array(lines.count);
  const ids = new Map<string, number>();
  const airports = new Map<number, readonly string[]>();
  const texts: string[] = [];
  const centres: Position[] = [];
  for (let id = 0; id < lines.count; id += 1) {
    const place = packedOf(id);
    texts.push(place.name, textOfPlace(place));
    if (place.kind === 'commune') centres.push(place);
    // airports and quarters are no commune to be in
    lats[id] = place.kind === 'commune' && !isOtherName(place) ? place.lat : Number.NaN;
    lons[id] = place.lon;
    ids.set(place.code, id);
    if (place.kind !== 'airport') continue;
    airports.set(id, callsOf(place));
  }
  const read = searchForms(texts);
  const forms = read.filter((_, i) => i % 2 === 1);
  // an airport named like its town ranks after it
  for (const id of forms.keys()) nameLengths[id] = airports.has(id) ? 255 : (read[2 * id]?.length ?? 0);
  const index = new WordIndex(forms);
  const middles = new Centres(centres);

  function named(spelling: string): Set<number> {
    const found = /^\d{5}$/.test(spelling)
      ? index.withWords(spelling)
      : /^[a-z]{3}$/.test(spelling)
        ? [ids.get(spelling.toUpperCase()) ?? -1]
        : [];
    return new Set(found.filter((id) => id >= 0 && isExactly(packedOf(id), spelling)));
  }

  function find(typed: string): Place[] {
    const best = new Best(MAX_PLACES);
    const spellings = spellingsOf(typed);
    for (const spelling of spellings) {
      for (const id of named(spelling)) best.add(EXACT, id);
      for (const id of index.withWords(spelling)) {
        const nameLength = nameLengths[id] ?? 0;
        // isWithinName on the stored lengths
        const begins = spelling.length <= nameLength && index.begins(id, spelling);
        const isExact = begins && nameLength === spelling.length;
        const isStart = begins || airports.get(id)?.includes(spelling);
        best.add(isExact ? EXACT : isStart ? START : WORDS, id);
      }
    }
    // substring matches only when nothing begins so
    for (const query of best.isEmpty ? spellings : []) {
      for (const id of index.withMiddles(query, MAX_PLACES)) best.add(MIDDLE, id);
    }
    return best.ids().map((id) => placeOf(packedOf(id)));
  }

  function nearestCommune(position: Position): Place | null {
    let nearest = -1;
    let least = NEAREST_WITHIN_KM * 1000;
    for (let id = 0; id < lines.count; id += 1) {
      const lat = lats[id] ?? Number.NaN;
      // a degree of latitude is 111 km, so farther ones are skipped
      if (!(Math.abs(lat - position.lat) * 111_000 < least)) continue;
      const metres = metresBetween({ lat, lon: lons[id] ?? 0 }, position);
      if (metres >= least) continue;
      nearest = id;
      least = metres;
    }
    return nearest < 0 ? null : placeOf(packedOf(nearest));
  }

  // Communes of exactly this name, whose places are unpacked alone: thousands begin with one letter.
  function communesOf(name: string): Place[] {
    if (name === '') return [];
    return index
      .withWords(name)
      .filter((id) => nameLengths[id] === name.length && index.begins(id, name))
      .map(packedOf)
      .filter((place) => place.kind === 'commune' && !isOtherName(place))
      .map(placeOf);
  }

  function communeBySlug(slug: string): Place | null {
    const words = slug.split('-');
    if (words.length > MOST_SLUG_WORDS) return null;
    const form = words.join(' ');
    // a label ends with its department
    return communesOf(words.slice(0, -1).join(' ')).find(({ label }) => searchForm(label) === form) ?? null;
  }

  const airportPlaces = [...airports.keys()]
    .map(packedOf)
    .filter((place) => !isOtherName(place))
    .map(placeOf);

  return {
    find,
    communesNamed: (name) => communesOf(searchForm(name)),
    communeBySlug,
    byCode(code) {
      const id = ids.get(code.toUpperCase());
      return id === undefined ? null : placeOf(packedOf(id));
    },
    nearestCommune,
    airportAt: (position) => nearestWithin(airportPlaces, position, AIRPORT_WITHIN_KM * 1000),
    isCentre: (position) => middles.has(position),
  };
}

/**
 * Normalised forms, made in one pass over a joined text in a third of the time. The separator occurs in no
 * name.
 */
function searchForms(texts: readonly string[]): string[] {
  const between = ' $$ ';
  return searchForm(texts.join(between)).split(between);
}

class Lines {
  readonly count: number;
  readonly #text: string;
  readonly #starts: Uint32Array;

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.count = starts.length;
    this.#text = text;
    this.#starts = Uint32Array.from([...starts, text.length + 1]);
  }

  text(id: number): string {
    return this.#text.slice(this.#starts[id], (this.#starts[id + 1] ?? 0) - 1);
  }

  startsWith(id: number, text: string): boolean {
    return this.#text.startsWith(text, this.#starts[id]);
  }

  next(text: string, from: number): number {
    const at = this.#text.indexOf(text, this.#starts[from]);
    if (at < 0 || from >= this.count) return -1;
    let [low, high] = [from, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Inverted index of word beginnings, equal to matchOf on every form. */
class WordIndex {
  readonly #forms: Lines;
  /** Sorted words. The forms of word i are #ids from #starts[i] to #starts[i + 1]. */
  readonly #words: readonly string[];
  readonly #starts: Uint32Array;
  readonly #ids: Uint16Array;
  readonly #marks: Uint8Array;

  constructor(forms: readonly string[]) {
    if (forms.length > 65_536) throw new Error('more places than two bytes can number');
    const found = new Map<string, number[]>();
    for (const [id, form] of forms.entries()) {
      for (const word of form.split(' ')) {
        const list = found.get(word);
        if (!list) found.set(word, [id]);
        else if (list.at(-1) !== id) list.push(id);
      }
    }
    this.#words = [...found.keys()].sort();
    this.#starts = new Uint32Array(this.#words.length + 1);
    const lists = this.#words.map((word) => found.get(word) ?? []);
    for (const [i, list] of lists.entries()) this.#starts[i + 1] = (this.#starts[i] ?? 0) + list.length;
    this.#ids = Uint16Array.from(lists.flat());
    this.#marks = new Uint8Array(forms.length);
    this.#forms = new Lines(forms.join('\n'));
  }

  begins(id: number, wanted: string): boolean {
    return this.#forms.startsWith(id, wanted);
  }

  withWords(wanted: string): number[] {
    const words = wanted.split(' ');
    this.#marks.fill(0);
    const last = words.length - 1;
    const found: number[] = [];
    for (const [n, word] of words.entries()) {
      const end = this.#starts[this.#firstFrom(`${word}\uffff`)] ?? 0;
      for (let i = this.#starts[this.#firstFrom(word)] ?? 0; i < end; i += 1) {
        const id = this.#ids[i] ?? 0;
        if (this.#marks[id] !== n) continue;
        this.#marks[id] = n + 1;
        if (n === last) found.push(id);
      }
    }
    return found;
  }

  withMiddles(wanted: string, limit: number): number[] {
    const all = wordsOf(wanted);
    // the longest word is the rarest, and a word without matches ends the search
    const words = all
      .flatMap(({ word, mayBeMiddle }) => (mayBeMiddle ? [word] : []))
      .sort((a, b) => b.length - a.length);
    const starts = all.flatMap(({ word, mayBeMiddle }) => (mayBeMiddle ? [] : [` ${word}`]));
    const [longest] = words;
    const found: number[] = [];
    if (!longest || words.some((word) => this.#forms.next(word, 0) < 0)) return found;
    // matchOf with its words split once, because thousands of forms may hold the longest
    const containsAll = (form: string) =>
      words.every((word) => form.includes(word)) && starts.every((start) => ` ${form}`.includes(start));
    let id = this.#forms.next(longest, 0);
    while (id >= 0 && found.length < limit) {
      if (containsAll(this.#forms.text(id))) found.push(id);
      id = this.#forms.next(longest, id + 1);
    }
    return found;
  }

  #firstFrom(word: string): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type Ranked = { rank: number; id: number };

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.id < b.id);
}

class Best {
  readonly #limit: number;
  readonly #kept: Ranked[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  add(rank: number, id: number): void {
    const last = this.#kept.at(-1);
    if (last && this.#kept.length === this.#limit && !isBefore({ rank, id }, last)) return;
    const same = this.#kept.findIndex((entry) => entry.id === id);
    if (same >= 0 && (this.#kept[same]?.rank ?? 0) <= rank) return;
    if (same >= 0) this.#kept.splice(same, 1);
    const next = this.#kept.findIndex((entry) => isBefore({ rank, id }, entry));
    this.#kept.splice(next < 0 ? this.#kept.length : next, 0, { rank, id });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  ids(): number[] {
    return this.#kept.map(({ id }) => id);
  }
}

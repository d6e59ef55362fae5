import KDBush from 'kdbush';
import { metresBetween } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import { type Side, takesPart } from './counters.ts';
import type { Among, BookBranch, RateBook } from './rate-book.ts';

/** `metres`: from the place that was asked for; null: none was. */
export type FoundBranch = { readonly branch: BookBranch; readonly metres: number | null };

/** The companies of which a branch fits, each with the best of those: who hands over the most, then the nearest. */
export type FoundBranches = Among & { branchOf(companyId: number): FoundBranch | undefined };

/** Which branches are looked for: all that take part in this side and `fits`, within `radius` metres of `near`. */
export type BranchQuestion = {
  readonly side: Side;
  readonly near: (Position & { readonly radius: number }) | null;
  fits(branch: BookBranch): boolean;
};

/** A degree of latitude, in metres; one of longitude is less. */
const DEGREE_M = 111_000;

type Located = { readonly companyId: number; readonly branch: BookBranch };

/** The branches of a book, by where they are. */
class BranchIndex {
  readonly #all: readonly Located[];
  readonly #placed: readonly (Located & { readonly position: Position })[];
  readonly #tree: KDBush;

  constructor({ companies }: RateBook) {
    this.#all = companies.flatMap(({ id, branches }) =>
      branches.map((branch) => ({ companyId: id, branch })),
    );
    this.#placed = this.#all.flatMap((one) => {
      const { position } = one.branch;
      return position ? [{ ...one, position }] : [];
    });
    this.#tree = new KDBush(this.#placed.length);
    for (const { position } of this.#placed) this.#tree.add(position.lon, position.lat);
    this.#tree.finish();
  }

  find({ side, near, fits }: BranchQuestion): FoundBranches {
    const best = new Map<number, FoundBranch>();
    const take = ({ companyId, branch }: Located, metres: number | null) => {
      if (!takesPart(branch, side) || !fits(branch)) return;
      const found = { branch, metres };
      const known = best.get(companyId);
      if (!known || isBetter(found, known)) best.set(companyId, found);
    };
    if (near) {
      for (const one of this.#around(near)) {
        const metres = metresBetween(near, one.position);
        if (metres <= near.radius) take(one, metres);
      }
    } else for (const one of this.#all) take(one, null);
    return {
      ids: [...best.keys()],
      percentOf: (companyId) => best.get(companyId)?.branch.percent ?? null,
      branchOf: (companyId) => best.get(companyId),
    };
  }

  /** Those of a rectangle that holds the circle; all where it would go past a pole or the other side of the earth. */
  #around({ lat, lon, radius }: NonNullable<BranchQuestion['near']>) {
    const high = radius / DEGREE_M;
    const nearestToPole = Math.min(90, Math.abs(lat) + high);
    const wide = high / Math.cos((nearestToPole * Math.PI) / 180);
    const isWhole = nearestToPole < 90 && lon - wide >= -180 && lon + wide <= 180;
    if (!isWhole) return this.#placed;
    const found = this.#tree.range(lon - wide, lat - high, lon + wide, lat + high);
    return found.flatMap((index) => this.#placed[index] ?? []);
  }
}

function isBetter(one: FoundBranch, other: FoundBranch): boolean {
  return (
    one.branch.percent > other.branch.percent ||
    (one.branch.percent === other.branch.percent &&
      ((one.metres ?? 0) < (other.metres ?? 0) ||
        (one.metres === other.metres && one.branch.id < other.branch.id)))
  );
}

/** The one of each book, made at the first question after its companies have changed. */
const indexes = new WeakMap<RateBook, { version: number; index: BranchIndex }>();

/** Which companies of the book have a branch that fits, and which. */
export function findBranches(book: RateBook, question: BranchQuestion): FoundBranches {
  const known = indexes.get(book);
  if (known?.version === book.companiesVersion) return known.index.find(question);
  const index = new BranchIndex(book);
  indexes.set(book, { version: book.companiesVersion, index });
  return index.find(question);
}

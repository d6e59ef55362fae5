import type { ArticleSummary } from '../articles/article.ts';
import type { Closure } from '../branches/branch.ts';
import type { DatedCurrency } from '../currencies/currency.ts';
import type { HistoryView } from '../history/history-view.ts';
import type { Cents } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';
import type { OffersAnswer } from '../offers/offer.ts';
import type { Position } from '../places/place.ts';
import type { Imprint } from '../publisher/imprint.ts';
import type { BookingCounts, Reliability } from '../reservations/booking.ts';
import type { TextName } from './texts.ts';

// Data of a rendered page. Equal data make an equal page, so nothing in them depends on the minute: instants are of
// events, and `today` is the day in Paris.
export type Page = {
  // Canonical path.
  readonly path: string;
  readonly isIndexed: boolean;
  readonly today: string;
  readonly view: View;
};

export type View =
  | LandingView
  | CurrenciesView
  | CurrencyView
  | ComparatorView
  | ComparisonView
  | CompaniesView
  | CompanyView
  | PlacesView
  | PlaceView
  | TextView
  | SiteMapView
  | BlogView
  | ArticlePageView;

// Answers of the calls that the landing page begins with. null: not read yet.
export type LandingData = {
  readonly currencies: readonly DatedCurrency[];
  readonly articles: readonly BannerArticle[] | null;
  readonly bookings: BookingCounts | null;
};

// Fields of its card, and the other articles of its group.
export type BannerArticle = Omit<ArticleSummary, 'image_alt' | 'group'> & {
  readonly subs: readonly { readonly id: string }[];
};

export type LandingView = LandingData & { readonly kind: 'landing' };

export type CurrencyName = { readonly code: string; readonly label: string };

export type MidRateView = {
  // Units for 1 base.
  readonly rate: Decimal;
  readonly at: string;
  readonly source: string;
  // Offers older than 3 days.
  readonly isOld: boolean;
};

export type PageOffer = {
  readonly company: { readonly name: string; readonly slug: string; readonly isPartner: boolean };
  // Branch that the offer is of: one with rates of its own, or near a place the one that represents its company.
  readonly branch: string | null;
  // Metres from the place to the branch. null: without a place, or unknown.
  readonly metres: number | null;
  readonly rate: Decimal;
  readonly received: Cents;
  // Hundredths of the base, negative for a gain.
  readonly costs: Cents;
  readonly fixedAt: number;
  readonly isFresh: boolean;
};

// Offers for one amount, best first as in a comparison.
export type Offers = {
  readonly from: CurrencyName;
  readonly to: CurrencyName;
  readonly amount: Cents;
  readonly worth: Cents;
  readonly offers: readonly PageOffer[];
  readonly total: number;
};

export type CurrenciesView = {
  readonly kind: 'currencies';
  readonly base: CurrencyName;
  readonly amount: Cents;
  // Currencies with an offer, by label. `best` null: sold by nobody.
  readonly currencies: readonly (CurrencyName & { readonly best: Cents | null; readonly total: number })[];
};

export type AmountRow = { readonly given: Cents; readonly received: Cents };

export type CurrencyView = {
  readonly kind: 'currency';
  readonly side: 'buy' | 'sell';
  readonly base: CurrencyName;
  readonly currency: CurrencyName;
  readonly midRate: MidRateView;
  readonly best: Offers;
  // null: not known.
  readonly history: HistoryView | null;
  // Amounts at the best rate: given ones, and wished ones with what they take.
  readonly given: readonly AmountRow[];
  readonly wished: readonly AmountRow[];
  // Whole units, smallest first. Empty: unknown.
  readonly notes: readonly number[];
  readonly isRestricted: boolean;
  readonly places: readonly {
    readonly name: string;
    readonly slug: string;
    readonly cities: readonly string[];
  }[];
  readonly articles: readonly ArticleLink[];
  readonly hasOtherSide: boolean;
  readonly others: readonly CurrencyName[];
  readonly currencies: readonly CurrencyName[];
};

// Form of the comparator. `problem`: what was wrong with the sent one.
export type ComparatorView = {
  readonly kind: 'comparator';
  readonly asked: Asked;
  readonly problem: string | null;
  // Place near which is compared.
  readonly place: PlaceLink | null;
  readonly currencies: readonly CurrencyName[];
};

export type Asked = { readonly amount: string; readonly side: 'buy' | 'sell'; readonly code: string };

export type ComparisonView = {
  readonly kind: 'comparison';
  readonly side: 'buy' | 'sell';
  readonly base: CurrencyName;
  readonly currency: CurrencyName;
  readonly midRate: MidRateView;
  readonly result: Offers;
  // Place near which the offers are. null: everywhere.
  readonly place: (PlaceLink & { readonly code: string; readonly radiusKm: number }) | null;
  // Nearest places with a branch, where this one has no offer.
  readonly nearest: readonly NearPlace[];
  readonly currencies: readonly CurrencyName[];
};

// `name`: 'Saint-Denis', 'Lyon-Saint-Exupéry'. `area`: department, or IATA code of an airport.
export type PlaceLink = {
  readonly kind: 'commune' | 'airport';
  readonly slug: string;
  readonly name: string;
  readonly area: string;
};

export type NearPlace = PlaceLink & { readonly metres: number };

export type PlacesView = ListPage & {
  readonly kind: 'places';
  // Places with a branch, those with most of them first.
  readonly places: readonly (PlaceLink & { readonly branches: number })[];
};

// Page of a long list, from 1, of `pages`, and the number of lines of all of them.
export type ListPage = { readonly page: number; readonly pages: number; readonly total: number };

export type PlaceView = {
  readonly kind: 'place';
  readonly place: PlaceLink;
  readonly centre: Position;
  readonly base: CurrencyName;
  readonly amount: Cents;
  // Best offer at the place for each of the most asked currencies.
  readonly rates: readonly (CurrencyName & { readonly best: PageOffer })[];
  // Average amounts of the last 30 days in the department or airport, beside the best ones of the whole country.
  readonly past: readonly (CurrencyName & {
    readonly best: Cents;
    readonly median: Cents;
    readonly everywhere: Cents;
    // Hundredths of the base by which the best one of the country is worth more, negative where it is worth less.
    readonly missing: Cents;
  })[];
  readonly branches: readonly PlaceBranchView[];
  // Numbers of all, with those that a long list leaves out.
  readonly branchCount: number;
  readonly companyCount: number;
  readonly nearest: readonly NearPlace[];
  readonly currencies: readonly CurrencyName[];
};

type PlaceBranchView = {
  readonly company: PageOffer['company'];
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly phone: string;
  readonly open: OpenView | null;
  readonly position: Position | null;
};

// State of a branch, which holds until the page expires. `words`: 'Ouvert jusqu’à 19 h'.
export type OpenView = { readonly isOpen: boolean; readonly words: string };

export type CompanyLink = { readonly name: string; readonly slug: string };

export type CompaniesView = ListPage & {
  readonly kind: 'companies';
  readonly companies: readonly (CompanyLink & {
    readonly logo: string;
    readonly isPartner: boolean;
    readonly cities: readonly string[];
  })[];
};

export type BranchView = {
  readonly name: string;
  readonly address: string;
  // Empty: unknown.
  readonly postcode: string;
  readonly city: string;
  readonly phone: string;
  readonly hours: readonly string[];
  readonly closures: readonly Closure[];
  readonly open: OpenView | null;
  readonly position: Position | null;
  // Place with a page of its own.
  readonly place: PlaceLink | null;
};

export type CompanyView = {
  readonly kind: 'company';
  readonly name: string;
  readonly slug: string;
  readonly logo: string;
  readonly site: string;
  readonly isPartner: boolean;
  // Empty: not communicated. null: not read.
  readonly authorisation: string | null;
  readonly base: CurrencyName;
  // null: too few reservations to be said, or not read.
  readonly reliability: Reliability | null;
  readonly branches: readonly BranchView[];
  // Number of all, with those that a long list leaves out.
  readonly branchCount: number;
  readonly rates: readonly (CurrencyName & {
    readonly sale: Decimal | null;
    readonly purchase: Decimal | null;
    readonly fixedAt: number;
    readonly isFresh: boolean;
  })[];
};

export type TextView = {
  readonly kind: 'text';
  readonly text: TextName;
  // Example of the method, with its first and last offer. null: of another text.
  readonly example: OffersAnswer | null;
  readonly currencyCount: number;
};

export type SiteMapView = {
  readonly kind: 'site-map';
  readonly currencies: readonly (CurrencyName & { readonly sides: readonly ('buy' | 'sell')[] })[];
  readonly companies: readonly CompanyLink[];
  // Number of all, with those that a long list leaves out.
  readonly companyCount: number;
  readonly places: readonly PlaceLink[];
  readonly placeCount: number;
  readonly articles: readonly ArticleLink[];
};

export type ArticleLink = { readonly id: string; readonly title: string };

export type ArticleCardView = ArticleLink & {
  readonly description: string;
  readonly topic: string;
  readonly readingTime: number;
  readonly image: string;
  readonly imageAlt: string;
};

export type BlogView = {
  readonly kind: 'blog';
  readonly groups: readonly { readonly name: string; readonly articles: readonly ArticleCardView[] }[];
};

export type ArticlePageView = {
  readonly kind: 'article';
  readonly article: ArticleCardView;
  readonly lines: readonly string[];
  readonly group: string;
  // Sanitised HTML, whose links of the hash are those of pages.
  readonly content: string;
  readonly publishedOn: string;
  readonly others: readonly ArticleCardView[];
};

// Facts of the server that each page shows.
export type Site = {
  readonly origin: string;
  readonly imagesUrl: string;
  // null: no demonstration.
  readonly demonstration: string | null;
  readonly imprint: Imprint;
  // Paths of the style sheet, of the fonts, and of the script of pages with a form.
  readonly style: string;
  readonly fonts: readonly string[];
  // Paths of the application that takes over the landing page. null: not built.
  // `later`: styles of what is below the first screen.
  readonly application: {
    readonly script: string;
    readonly style: string;
    readonly later: readonly string[];
  } | null;
  readonly formScript: string;
};

// Words of the picture that a page is shared with.
export type SharePicture = { readonly over: string; readonly title: string; readonly under: string };

// Interface of dist/render, built of web/pages.
export type Renderer = {
  openSite(site: Site): (page: Page) => string;
  describePicture(page: Page): SharePicture;
};

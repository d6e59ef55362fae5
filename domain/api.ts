import { type Static, type TSchema, Type } from 'typebox';
import { Article, ArticleId, ArticleView } from './articles/article.ts';
import { LeadRequest, NewsletterAnswer, NewsletterLink, SubscriptionRequest } from './audience/audience.ts';
import { AuditEntry, AuditQuery } from './audit/audit.ts';
import {
  BranchClosing,
  BranchesQuery,
  CitiesRequest,
  CompanyBranches,
  CompanyCities,
  ShownBranchesQuery,
} from './branches/branch.ts';
import {
  BranchesImport,
  BranchesImported,
  BranchSave,
  KeptBranch,
  ListedBranch,
} from './branches/branch-draft.ts';
import { Client, ClientNote, ClientsQuery } from './clients/client.ts';
import {
  CompaniesQuery,
  Company,
  CompanyName,
  CompanyNamesQuery,
  LogoQuery,
  Suspension,
} from './companies/company.ts';
import { CompanyDraft, CompanyEdit } from './companies/company-draft.ts';
import { FeesEdit } from './companies/fees-draft.ts';
import { WRONG_LOGO_TYPE } from './companies/logo.ts';
import { Currency, DatedCurrency } from './currencies/currency.ts';
import { BatchAnswer, BatchRequest, LastBatch, TakeBackAnswer, TakeBackRequest } from './fixings/batch.ts';
import { BoardDraft, OwnBoard, ScreenAnswer, ScreenRequest } from './fixings/board.ts';
import {
  ConfirmAnswer,
  ConfirmRequest,
  FixingLog,
  FixingRequest,
  HeldAnswer,
  LogsQuery,
  OfBranch,
  RateRow,
  RatesAnswer,
  RatesQuery,
  ReviewRequest,
} from './fixings/fixing.ts';
import { Curve, CurveQuery, FixingAuthors, OldRates } from './fixings/history.ts';
import { LeaveRequest, Sheet, SheetRequest, SuspendRequest } from './fixings/sheet.ts';
import { AdministeredUser, UserEdit, UserId, UserInvitation } from './iam/administration.ts';
import { LabelledScope, ListedUser, OpenSession, PageQuery, UsersQuery } from './iam/directory.ts';
import { ForgottenPassword, LoginRequest, NewPasswordRequest, PasswordLinkRequest } from './iam/login.ts';
import { MailChange, MailConfirmation } from './iam/mail-change.ts';
import { Me } from './iam/me.ts';
import { Photo, WRONG_PHOTO_TYPE } from './iam/photo.ts';
import {
  OwnSecurityEvent,
  OwnSession,
  PasswordChange,
  Profile,
  ProfileEdit,
  SessionEnd,
} from './iam/profile.ts';
import {
  AddedFactor,
  AddPasskey,
  AddTotp,
  FactorRequirement,
  Factors,
  NextStep,
  PasskeyLogin,
  PasskeyOffer,
  Proofs,
  RecoveryCodes,
  RemoveFactor,
  ReplaceRecoveryCodes,
  SecondStep,
  TotpOffer,
  VerifyAgain,
} from './iam/second-factor.ts';
import { SecurityEvent, SecurityFilter, SecurityQuery } from './iam/security-journal.ts';
import { Dashboard } from './kpis/dashboard.ts';
import { Kpis } from './kpis/kpis.ts';
import {
  MarginResumption,
  MarginStopRequest,
  MarginsAnswer,
  MarginsPreview,
  MarginsRequest,
} from './margins/margin-calls.ts';
import { MarginSheet } from './margins/margin-sheet.ts';
import { NamedObject, ObjectsQuery } from './objects/object.ts';
import { OffersAnswer, OffersRequest } from './offers/offer.ts';
import { MAX_PICTURE_UPLOAD, PICTURE_TYPES } from './pictures/picture.ts';
import { NearestPlace, Place, PlacesQuery, Position } from './places/place.ts';
import { FeedHealth } from './rates-feed/feed-health.ts';
import { Booking, BookingCounts, BookingQuery } from './reservations/booking.ts';
import {
  BureauReservation,
  Reservation,
  ReservationCollection,
  ReservationMove,
  ReservationNamed,
  ReservationRefusal,
  ReservationRequest,
  ReservationsQuery,
} from './reservations/reservation.ts';
import { Admission, OwnTerms, Stock, StockSave, TermsSave } from './reservations/terms.ts';
import { Waiting } from './reservations/waiting.ts';
import {
  CodeRequest,
  OwnTravellerSession,
  Traveller,
  TravellerEdit,
  TravellerLogin,
} from './travellers/traveller.ts';

/** Every error: a French sentence for a person, and a code for a program (contract 3). */
export const ApiError = Type.Object({ message: Type.String(), code: Type.String() });
export type ApiError = Static<typeof ApiError>;

type Call = {
  /** the host that serves it; on the other it is a 404 */
  host: 'public' | 'backoffice';
  /** what the caller must hold: nothing, a session, or one of these scopes; on the public host, a traveller's session */
  needs: 'nothing' | 'session' | 'traveller' | readonly string[];
  /** who must have a second factor and has none yet may make it all the same: it leads there, or away */
  comesBeforeFactor?: true;
  /** a page asks it by itself: it keeps no session alive */
  isNoUse?: true;
  /** the status of success */
  status: 200 | 201 | 204;
  summary: string;
  body?: TSchema;
  /** of a body that may be larger than those of other calls */
  maxBytes?: number;
  /** the body is a file itself, of one of these types and at most so many bytes; `wrongType` says to a person which */
  upload?: { types: readonly string[]; maxBytes: number; wrongType: string };
  query?: TSchema;
  params?: TSchema;
  answer: TSchema;
  /** the answer is one page of a list; the header X-Total-Count says how many rows there are on all pages */
  isPaged?: true;
};

const Empty = Type.Object({});
const IdInPath = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,9}$' }) });
const Labelled = Type.Object({ code: Type.String(), label: Type.String() });

/**
 * Every call of the product, by method and path: the server validates and answers by it, the client is
 * typed by it, OpenAPI and the permission tests are generated from it. Paths are the specification's (7).
 */
export const api = {
  'GET /api/public/currencies': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Currencies: the base first, the default counterpart second, then by label.',
    answer: Type.Array(DatedCurrency),
  },
  'POST /api/public/offers': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The bureaux that serve a pair, ranked by what they hand over.',
    body: OffersRequest,
    answer: OffersAnswer,
  },
  'GET /api/public/places': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Communes and airports by what is typed of their name, postcode or code: at most 10, best first.',
    query: PlacesQuery,
    answer: Type.Array(Place),
  },
  'POST /api/public/places/nearest': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The commune whose centre is the nearest to a position, which is kept and logged nowhere.',
    body: Position,
    answer: NearestPlace,
  },
  'GET /api/public/board': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'What a bureau posts at its counter, by the secret of its screen (Authorization: Bearer); 404 without. A stream of server-sent events `board`, each the whole of it, `time` while nothing changes, then `gone` when the secret is taken back.',
    answer: Type.String(),
  },
  'GET /api/public/branches': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The branches of the bureau that has this site, and whether each is open.',
    query: ShownBranchesQuery,
    answer: CompanyBranches,
  },
  'POST /api/public/branches/cities': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'In which communes the bureaux that have these sites are: at most 50.',
    body: CitiesRequest,
    answer: CompanyCities,
  },
  'POST /api/public/leads': {
    host: 'public',
    needs: 'nothing',
    status: 201,
    summary: 'Records that a traveller is sent on to a bureau.',
    body: LeadRequest,
    answer: Empty,
  },
  'POST /api/public/save/email': {
    host: 'public',
    needs: 'nothing',
    status: 201,
    summary: 'Subscribes an address to the newsletter, known already or not.',
    body: SubscriptionRequest,
    answer: Empty,
  },
  'POST /api/public/newsletter/confirm': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Confirms a subscription by the link of its mail. 404: a forged link; 410: one that is over.',
    query: NewsletterLink,
    answer: NewsletterAnswer,
  },
  'POST /api/public/newsletter/unsubscribe': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Erases a subscription by the link of its mails, by the page or in one click (RFC 8058).',
    query: NewsletterLink,
    answer: NewsletterAnswer,
  },
  'GET /api/public/blog/articles/banner': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The newest featured articles, at most 4.',
    answer: Type.Array(Article),
  },
  'GET /api/public/blog/articles': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'One featured article a group, newest first, with the others of its group.',
    answer: Type.Array(Article),
  },
  'GET /api/public/blog/articles/view/{id}': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'One article with its text; 404 when there is none.',
    params: ArticleId,
    answer: ArticleView,
  },
  'GET /api/public/bookings': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'On what terms the bureau that has this site takes reservations; null: it takes none.',
    query: BookingQuery,
    answer: Booking,
  },
  'GET /api/public/bookings/bureaux': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'How many bureaux take reservations, and how many of them in each way.',
    answer: BookingCounts,
  },
  'POST /api/traveller/code': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Mails six digits that open a traveller’s session for 10 minutes in the browser that asks, to an account or not. 409: no bureau takes reservations yet.',
    body: CodeRequest,
    answer: Empty,
  },
  'POST /api/traveller/session': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Opens a traveller’s session by the digits of a mail, and the account where there is none. 401: wrong.',
    body: TravellerLogin,
    answer: Traveller,
  },
  'GET /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Who the traveller is.',
    answer: Traveller,
  },
  'POST /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Changes what the traveller says, and whether the account is kept.',
    body: TravellerEdit,
    answer: Traveller,
  },
  'POST /api/traveller/logout': {
    host: 'public',
    needs: 'traveller',
    status: 204,
    summary: 'Ends the traveller’s session.',
    body: Empty,
    answer: Empty,
  },
  'GET /api/traveller/sessions': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Where the traveller is signed in: the open sessions, last used first.',
    answer: Type.Array(OwnTravellerSession),
  },
  'POST /api/traveller/sessions/end': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Ends all sessions of the traveller but the one that asks.',
    body: Empty,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/traveller/export': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'All that is kept of the traveller’s account and reservations.',
    answer: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  },
  'POST /api/traveller/delete': {
    host: 'public',
    needs: 'traveller',
    status: 204,
    summary:
      'Erases the traveller’s account; what is open is cancelled, and what was reserved stays as amounts of nobody. `email`: its own, typed once more.',
    body: CodeRequest,
    answer: Empty,
  },
  'GET /api/traveller/reservations': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'The traveller’s reservations, newest first.',
    answer: Type.Array(Reservation),
  },
  'GET /api/traveller/reservations/{id}': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'One of them, 404.',
    params: IdInPath,
    answer: Reservation,
  },
  'POST /api/traveller/reservations': {
    host: 'public',
    needs: 'traveller',
    status: 201,
    summary:
      'Asks a bureau for an amount at the rate that was seen, which is frozen (header Idempotency-Key). 409: the present rate as `current`, or why not.',
    body: ReservationRequest,
    answer: Reservation,
  },
  'POST /api/traveller/reservations/cancel': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Gives one back. 409: it is over.',
    body: ReservationNamed,
    answer: Reservation,
  },
  'POST /api/traveller/reservations/move': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Another hour for one, within what its rate is frozen for.',
    body: ReservationMove,
    answer: Reservation,
  },
  'GET /api/reservations': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    status: 200,
    summary: 'Reservations of the own bureau, or of all: newest first, or by hour where a day is given.',
    query: ReservationsQuery,
    answer: Type.Array(BureauReservation),
    isPaged: true,
  },
  'GET /api/clients': {
    host: 'backoffice',
    needs: ['clients.list.me', 'clients.list.all'],
    status: 200,
    summary: 'Who reserved with the own bureau, or with each of all, by the last time.',
    query: ClientsQuery,
    answer: Type.Array(Client),
    isPaged: true,
  },
  'POST /api/clients/note': {
    host: 'backoffice',
    needs: ['clients.edit.me', 'clients.edit.all'],
    status: 200,
    summary:
      'Writes down what a bureau keeps in mind of a client; empty: nothing. 404: it is no client of that bureau.',
    body: ClientNote,
    answer: Client,
  },
  'GET /api/reservations/waiting': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    isNoUse: true,
    status: 200,
    summary: 'What waits for the own bureau, or for all of them, and whether it takes reservations at all.',
    answer: Waiting,
  },
  'GET /api/reservations/events': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    isNoUse: true,
    status: 200,
    summary:
      'A stream that says when reservations of the own bureau, or of any, have changed (server-sent events `orders`: `{version}`).',
    answer: Type.String(),
  },
  'POST /api/reservations/accept': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Promises what was asked for.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/decline': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Declines what was asked for, and says why.',
    body: ReservationRefusal,
    answer: BureauReservation,
  },
  'POST /api/reservations/ready': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says that the notes are there.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/collect': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'Hands the notes over, by the code that the traveller shows. 404: the bureau has none; 409 `better_rate`: the rate of the day, which the bureau has promised where it is better, was not seen, and is shown; 429 after 20 wrong codes in 10 minutes.',
    body: ReservationCollection,
    answer: BureauReservation,
  },
  'POST /api/reservations/no-show': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says that nobody came.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/cancel': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Takes back what was promised, and says why.',
    body: ReservationRefusal,
    answer: BureauReservation,
  },
  'POST /api/reservations/move': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Another hour for one.',
    body: ReservationMove,
    answer: BureauReservation,
  },
  'GET /api/reservations/terms': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'On what terms the own bureau takes reservations.',
    answer: OwnTerms,
  },
  'POST /api/reservations/terms': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Changes them, for requests from now on. 409: a colleague has changed them.',
    body: TermsSave,
    answer: OwnTerms,
  },
  'GET /api/reservations/stocks': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'What the own bureau is ready to hand over, each day and from today on.',
    answer: Type.Array(Stock),
  },
  'POST /api/reservations/stocks': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says what a counter is ready to hand over. 409: more is promised already.',
    body: StockSave,
    answer: Stock,
  },
  'POST /api/companies/beta': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Admits a bureau to the beta, or takes it out: it takes reservations, or no more.',
    body: Admission,
    answer: Empty,
  },
  'POST /api/login': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary:
      'Opens a session, or asks for the second factor. Any failure is the same 401; 429 after repeated ones.',
    body: LoginRequest,
    answer: Type.Union([Me, NextStep]),
  },
  'POST /api/login/second': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'The second step, by the cookie of the first: what may be shown, or the session it opens.',
    body: SecondStep,
    answer: Type.Union([Me, Proofs]),
  },
  'GET /api/login/passkey': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'What to ask the browser for a passkey with, of whoever has one.',
    answer: PasskeyOffer,
  },
  'POST /api/login/passkey': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Opens a session by a passkey that verified its user. Any failure is the same 401.',
    body: PasskeyLogin,
    answer: Me,
  },
  'GET /api/login/again': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'By what the caller may prove once more who it is.',
    answer: Proofs,
  },
  'POST /api/login/again': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'Proves it, for the calls that answer 403 verify_again after 10 minutes. 401: wrong.',
    body: VerifyAgain,
    answer: Empty,
  },
  'GET /api/logout': {
    host: 'backoffice',
    needs: 'nothing',
    status: 204,
    summary: 'Ends the session, if there is one.',
    answer: Empty,
  },
  'GET /api/me': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'The current user.',
    answer: Me,
  },
  'POST /api/iam/users/new-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Sets the password by its link. 400: the password will not do; 410: the link no longer works.',
    body: NewPasswordRequest,
    answer: Empty,
  },
  'POST /api/iam/users/password-link': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Says that a password link works; 410: it does not, or no longer.',
    body: PasswordLinkRequest,
    answer: Empty,
  },
  'POST /api/iam/users/forgotten-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Sends a password link to a user of this mail; the same answer when there is none.',
    body: ForgottenPassword,
    answer: Empty,
  },
  'GET /api/fixings/rates': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'me: every currency with the own amounts; all: every fixing of every company, by pages.',
    query: RatesQuery,
    answer: RatesAnswer,
  },
  'GET /api/fixings/logs': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'The history of fixings, newest first. me: the own company’s.',
    query: LogsQuery,
    answer: Type.Array(FixingLog),
  },
  'GET /api/fixings/authors': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'Who has fixed rates: of the own company; all: of the one that is named.',
    query: Type.Object({ company: LogsQuery.properties.company }),
    answer: FixingAuthors,
  },
  'GET /api/fixings/curve/{code}': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary:
      'What one bureau applied of a currency over some days, and the mid rate. all: of the one that is named.',
    params: Type.Object({ code: Type.String({ maxLength: 3 }) }),
    query: CurveQuery,
    answer: Curve,
  },
  'GET /api/fixings/old': {
    host: 'backoffice',
    needs: ['fixings.list.all'],
    status: 200,
    summary: 'The bureaux whose rates are no longer fresh, the oldest first.',
    answer: OldRates,
  },
  'POST /api/fixings/update': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Fixes a currency. 409 with the present row as `current` when it changed meanwhile.',
    body: FixingRequest,
    answer: RateRow,
  },
  'POST /api/fixings/batch': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Fixes up to 200 currencies, all or none. 400 with `lines`; 409 with `conflicts`; the header Idempotency-Key has a lost answer given again for a day.',
    body: BatchRequest,
    answer: BatchAnswer,
  },
  'POST /api/fixings/batch/take-back': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Brings back what was there before a batch of the last hour, all or none. 409 with `conflicts` where a row was changed since.',
    body: TakeBackRequest,
    answer: TakeBackAnswer,
  },
  'GET /api/fixings/batch/last': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The own bureau’s newest batch that can still be taken back.',
    query: Type.Object(OfBranch),
    answer: LastBatch,
  },
  'GET /api/fixings/events': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    isNoUse: true,
    status: 200,
    summary:
      'A stream of what changes of the own bureau (server-sent events `fixings`: `{version, currencies}`; no currencies: anything).',
    answer: Type.String(),
  },
  'GET /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The currencies that the own bureau works with: yesterday’s rates, its rank, what it suspends.',
    query: Type.Object(OfBranch),
    answer: Sheet,
  },
  'POST /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Makes the sheet, or changes its order, its content and which way round rates are typed.',
    body: SheetRequest,
    answer: Sheet,
  },
  'POST /api/fixings/leave': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'A currency leaves the sheet and is served no more. 409 when it changed meanwhile.',
    body: LeaveRequest,
    answer: RateRow,
  },
  'POST /api/fixings/suspend': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Leaves a side out of comparisons without losing its rate, until a moment or without end.',
    body: SuspendRequest,
    answer: RateRow,
  },
  'POST /api/fixings/confirm': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Renews fixings as they are: fresh as of now. All or none. 409 with `conflicts` where a row was changed since it was seen.',
    body: ConfirmRequest,
    answer: ConfirmAnswer,
  },
  'GET /api/fixings/held': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.edit.all'],
    status: 200,
    summary: 'Fixings that wait for a second person: the own company’s, or those of all.',
    answer: HeldAnswer,
  },
  'POST /api/fixings/review': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.edit.all'],
    status: 200,
    summary: 'Accepts or refuses a held fixing. 403 for who fixed it; 409 when it changed meanwhile.',
    body: ReviewRequest,
    answer: RateRow,
  },
  'GET /api/fixings/margins': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The rules by which the own company’s rates follow the mid rate, and which of them rest.',
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/preview': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'What rules would make of each rate at the present mid rates. Nothing is kept.',
    body: MarginSheet,
    answer: MarginsPreview,
  },
  'POST /api/fixings/margins': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Replaces all rules of the own company, and fixes what they say.',
    body: MarginsRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/stop': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Takes a currency out of its rule, until midnight in Paris or until it is given back.',
    body: MarginStopRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/resume': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Gives a currency back to its rule, and fixes what it says.',
    body: MarginResumption,
    answer: MarginsAnswer,
  },
  'GET /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'What the own bureau can post on its board, and what it leaves out.',
    answer: OwnBoard,
  },
  'POST /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Sets up the own bureau’s board: its address, and the currencies that are not posted.',
    body: BoardDraft,
    answer: OwnBoard,
  },
  'POST /api/fixings/board/screen': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Makes the secret address of the board’s screen, told once, or takes it back. The one before stops working.',
    body: ScreenRequest,
    answer: ScreenAnswer,
  },
  'GET /api/fixings/currencies': {
    host: 'backoffice',
    needs: ['sittings.list.me', 'fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'Currencies with their mid rate, in the order of the public list.',
    answer: Type.Array(Currency),
  },
  'GET /api/places': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The same places, for the addresses of branches.',
    query: PlacesQuery,
    answer: Type.Array(Place),
  },
  'GET /api/companies': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'Companies with their users, 100 a page.',
    query: CompaniesQuery,
    answer: Type.Array(Company),
    isPaged: true,
  },
  'GET /api/companies/names': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'Companies to pick from: the best 20 that a search finds, or the first by name.',
    query: CompanyNamesQuery,
    answer: Type.Array(CompanyName),
  },
  'GET /api/companies/{id}': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'One company with its users; 404 when there is none.',
    params: IdInPath,
    answer: Company,
  },
  'POST /api/companies/add': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 201,
    summary: 'Adds a bureau. 409: its name or its site is taken.',
    body: CompanyDraft,
    answer: Company,
  },
  'POST /api/companies/edit': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Changes what is said of a bureau.',
    body: CompanyEdit,
    answer: Empty,
  },
  'POST /api/companies/suspend': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Takes a bureau’s offers out of comparisons, or lets them come back.',
    body: Suspension,
    answer: Empty,
  },
  'POST /api/companies/fees': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary:
      'Says how a bureau’s fees are computed. Those that it asks beside its rate keep it out of comparisons.',
    body: FeesEdit,
    answer: Empty,
  },
  'POST /api/companies/second-factor': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Requires a second factor of all who work for a bureau, or of nobody there.',
    body: FactorRequirement,
    answer: Empty,
  },
  'POST /api/companies/logo': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Gives a bureau a logo, made to fit 150 x 80. The body is the picture itself.',
    query: LogoQuery,
    upload: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_UPLOAD, wrongType: WRONG_LOGO_TYPE },
    answer: Type.Object({ logo: Type.String() }),
  },
  'GET /api/branches': {
    host: 'backoffice',
    needs: ['branches.list.me', 'branches.list.all'],
    status: 200,
    summary: 'me: the own bureau’s branches; all: those of all, or of one, 100 a page, closed ones last.',
    query: BranchesQuery,
    answer: Type.Array(ListedBranch),
    isPaged: true,
  },
  'GET /api/branches/{id}': {
    host: 'backoffice',
    needs: ['branches.list.me', 'branches.list.all'],
    status: 200,
    summary: 'me: one branch of the own bureau; all: of any. 404 when there is none.',
    params: IdInPath,
    answer: KeptBranch,
  },
  'POST /api/branches/save': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary: 'Adds a branch, or changes one. 409: it changed meanwhile, or its name is taken.',
    body: BranchSave,
    answer: KeptBranch,
  },
  'POST /api/branches/import': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary: 'Adds and changes branches of one bureau, all or none. 409: one of them changed meanwhile.',
    body: BranchesImport,
    maxBytes: 512 * 1024,
    answer: BranchesImported,
  },
  'POST /api/branches/close': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary:
      'Takes a branch out of what travellers are shown, or lets it come back. 409: it changed meanwhile, or open reservations are expected there.',
    body: BranchClosing,
    answer: KeptBranch,
  },
  'GET /api/audit': {
    host: 'backoffice',
    needs: ['audit.list.all'],
    status: 200,
    summary: 'Who did what to which bureau or user, newest first.',
    query: AuditQuery,
    answer: Type.Array(AuditEntry),
  },
  'GET /api/dashboard': {
    host: 'backoffice',
    needs: ['dashbord.list.me', 'dashbord.list.all'],
    status: 200,
    summary:
      'What waits today, and the last 30 days: shown in comparisons, chosen, reserved, collected. me: the own bureau’s, where it takes reservations; all: over all bureaux.',
    answer: Dashboard,
  },
  'GET /api/kpis': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'What happened in the last 30 days.',
    answer: Kpis,
  },
  'GET /api/iam/sessions': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'Open sessions, last used first, 100 a page.',
    query: PageQuery,
    answer: Type.Array(OpenSession),
    isPaged: true,
  },
  'GET /api/iam/security-events': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'The journal of security, newest first, 100 a page.',
    query: SecurityQuery,
    answer: Type.Array(SecurityEvent),
    isPaged: true,
  },
  'GET /api/iam/security-events/export': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'The same as CSV, whole up to its newest 50,000 lines.',
    query: SecurityFilter,
    answer: Type.String(),
  },
  'GET /api/iam/users': {
    host: 'backoffice',
    needs: ['iam.users.list.all'],
    status: 200,
    summary: 'Users with their company, 100 a page: the best matches of a search first, then by mail.',
    query: UsersQuery,
    answer: Type.Array(ListedUser),
    isPaged: true,
  },
  'GET /api/iam/users/{id}': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'One user, with all that an administrator may change.',
    params: IdInPath,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/invite': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 201,
    summary: 'Adds a user and sends the mail by which the password is created. 409: the mail is taken.',
    body: UserInvitation,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/invite-again': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Sends the invitation again. 409 unless the password is still to be created.',
    body: UserId,
    answer: Empty,
  },
  'POST /api/iam/users/show-link': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Shows the link by which a user creates the password. 409: none that the caller may see.',
    body: UserId,
    answer: Type.Object({ password_link: Type.String() }),
  },
  'POST /api/iam/users/edit': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Changes a user. 403: scopes, or a user, beyond the caller’s own rights.',
    body: UserEdit,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/suspend': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Shuts a user out at once, or lets it come back. 409 for oneself.',
    body: Suspension,
    answer: Empty,
  },
  'GET /api/iam/factors': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'The caller’s own passkeys, application of codes and recovery codes.',
    answer: Factors,
  },
  'GET /api/iam/factors/passkey': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'What to ask the browser for a new passkey with.',
    answer: PasskeyOffer,
  },
  'POST /api/iam/factors/passkey': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 201,
    summary: 'Adds a passkey; with the first factor come ten recovery codes, shown this once.',
    body: AddPasskey,
    answer: AddedFactor,
  },
  'GET /api/iam/factors/totp': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'A new secret for an application of codes; nothing is kept of it yet.',
    answer: TotpOffer,
  },
  'POST /api/iam/factors/totp': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 201,
    summary: 'Adds the application of codes by its first code. 409: there is one already.',
    body: AddTotp,
    answer: AddedFactor,
  },
  'POST /api/iam/factors/remove': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'Takes a factor away. 409: it is the last one, and the account must have one.',
    body: RemoveFactor,
    answer: Empty,
  },
  'POST /api/iam/factors/recovery-codes': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Ten new recovery codes, shown this once; the former ones serve no more.',
    body: ReplaceRecoveryCodes,
    answer: RecoveryCodes,
  },
  'GET /api/iam/scopes': {
    host: 'backoffice',
    needs: ['iam.scopes.list.all'],
    status: 200,
    summary: 'Every scope with its French label.',
    answer: Type.Array(LabelledScope),
  },
  'POST /api/iam/users/end-sessions': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Ends every session of a user, who may log in again.',
    body: UserId,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/profile': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'What the current user may change of itself.',
    answer: Profile,
  },
  'POST /api/profile/edit': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Changes the current user’s name and phone, and nothing else.',
    body: ProfileEdit,
    answer: Profile,
  },
  'POST /api/profile/photo': {
    host: 'backoffice',
    needs: ['identity.photo'],
    status: 200,
    summary: 'Gives the current user a photo, cut to a square. The body is the picture itself.',
    upload: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_UPLOAD, wrongType: WRONG_PHOTO_TYPE },
    answer: Photo,
  },
  'POST /api/profile/photo/remove': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Takes the current user’s photo of this name away. 409: it has another one by now.',
    body: Photo,
    answer: Empty,
  },
  'POST /api/profile/mail': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Sends a link to the address that the current user wants, somebody’s already or not.',
    body: MailChange,
    answer: Empty,
  },
  'POST /api/profile/mail/confirm': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Changes the current user’s address by that link. 410: the link no longer works here.',
    body: MailConfirmation,
    answer: Empty,
  },
  'POST /api/profile/mail/cancel': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Takes back the address that the current user asked for: its link works no longer.',
    body: MailChange,
    answer: Empty,
  },
  'POST /api/profile/password': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary:
      'Replaces the password by the present one; every other session ends. 400: the present one is wrong.',
    body: PasswordChange,
    answer: Empty,
  },
  'GET /api/profile/sessions': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The current user’s open sessions, last used first.',
    answer: Type.Array(OwnSession),
  },
  'POST /api/profile/sessions/end': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Ends one of the current user’s sessions, or all others. 404: it has no such session.',
    body: SessionEnd,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/profile/security-events': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The last 50 things that happened to the current user’s account.',
    answer: Type.Array(OwnSecurityEvent),
  },
  'GET /api/feeds/rates': {
    host: 'backoffice',
    needs: ['feeds.list.all'],
    status: 200,
    summary: 'How the mid-rate feed does: its last checks, and the rates it was refused.',
    answer: FeedHealth,
  },
  'GET /api/referentials/referentiel_1': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Currencies.',
    answer: Type.Array(Labelled),
  },
  'GET /api/referentials/referentiel_2': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'User statuses.',
    answer: Type.Array(Labelled),
  },
  'GET /api/objects': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary:
      'What the caller may see, 100 a page: by type, the best matches of a search first, then by name.',
    query: ObjectsQuery,
    answer: Type.Array(NamedObject),
    isPaged: true,
  },
  'GET /api/objects/{id}': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'One object that the caller may see.',
    params: Type.Object({ id: Type.String() }),
    answer: NamedObject,
  },
} as const satisfies Record<`${'GET' | 'POST'} /api/${string}`, Call>;

type Api = typeof api;
export type CallName = keyof Api;
/** Those that answer with one page of a list. */
export type PagedCallName = { [N in CallName]: Api[N] extends { isPaged: true } ? N : never }[CallName];
export type Body<N extends CallName> = Api[N] extends { body: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Query<N extends CallName> = Api[N] extends { query: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Params<N extends CallName> = Api[N] extends { params: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Answer<N extends CallName> = Static<Api[N]['answer']>;

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BranchKind, BranchRates, PaymentMeans } from '#domain/branches/branch.ts';
import type { OpenInterval } from '#domain/branches/open-state.ts';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { CurrencyGroup, RuleDraft } from '#domain/margins/margin-sheet.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { FixingOrigin } from '#domain/rates/fixing.ts';
import type { FeedHealth } from '#domain/rates-feed/feed-health.ts';
import type { Promised } from '#domain/reservations/promise.ts';
import type { Notes, Payment } from '#domain/reservations/reservation.ts';
import type { Actor, Reason, ReservationState, UndoReason } from '#domain/reservations/states.ts';
import type { SecurityOutcome } from '#domain/security-events/security-events.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { DecimalSign, TableUnit } from '#domain/sheets/table-form.ts';
import type { PickupMode, ReservationTerms } from '#domain/terms/terms.ts';

/** numeric: always text, in and out, so that no decimal ever passes through a binary float (contract 2). */
type Decimal = string;
/** date: 'YYYY-MM-DD', without a time zone to misread it in. */
type Day = string;
type Defaulted<T> = Generated<T>;
type WrittenOnce<T> = ColumnType<T, T, never>;

export interface CurrencyTable {
  code: WrittenOnce<string>;
  label: string;
  position: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface MidRateTable {
  currency_code: string;
  at: Date;
  rate: Decimal;
  source: string;
  published_on: Defaulted<Day | null>;
}

export interface OfferDayTable {
  day: Day;
  taken_at: Defaulted<Date>;
}

export interface DailyOfferTable {
  currency_code: string;
  area: string;
  day: Day;
  best_sale: Decimal | null;
  median_sale: Decimal | null;
  sales: number;
  best_purchase: Decimal | null;
  median_purchase: Decimal | null;
  purchases: number;
  is_demonstration: Defaulted<boolean>;
}

export interface CompanyTable {
  id: GeneratedAlways<number>;
  name: string;
  logo: Defaulted<string>;
  site: string;
  phone: Defaulted<string>;
  email: Defaulted<string>;
  is_partner: Defaulted<boolean>;
  created_at: Defaulted<Date>;
  /** Name in the form that searches compare. */
  search: GeneratedAlways<string>;
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  requires_second_factor: Defaulted<boolean>;
  /** Number in the register of financial agents, or bank code. */
  authorisation: Defaulted<string>;
  fees: Defaulted<string>;
  /** Fees beside the rate, which exclude the company from comparisons. */
  charges_fees: Defaulted<boolean>;
  // digest of the row as the demonstration's seed wrote it; null: of people
  seeded: ColumnType<string | null, undefined, string | null>;
}

export interface BranchTable {
  id: GeneratedAlways<number>;
  company_id: WrittenOnce<number>;
  name: string;
  kind: BranchKind;
  address: Defaulted<string>;
  postcode: Defaulted<string>;
  /** INSEE code; null abroad */
  commune: ColumnType<string | null, string | null | undefined, string | null>;
  city: string;
  country: Defaulted<string>;
  lat: ColumnType<number | null, number | null | undefined, number | null>;
  lon: ColumnType<number | null, number | null | undefined, number | null>;
  time_zone: Defaulted<string>;
  phone: Defaulted<string>;
  email: Defaulted<string>;
  access_note: Defaulted<string>;
  payment_means: Defaulted<PaymentMeans[]>;
  sells: Defaulted<boolean>;
  buys_back: Defaulted<boolean>;
  takes_cards: Defaulted<boolean>;
  small_notes: Defaulted<boolean>;
  needs_appointment: Defaulted<boolean>;
  hours: Defaulted<string>;
  holidays_region: Defaulted<string>;
  closed_on_holidays: Defaulted<boolean>;
  rates: Defaulted<BranchRates>;
  percent: ColumnType<Decimal | null, Decimal | null | undefined, Decimal | null>;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
}

export interface BranchClosureTable {
  id: GeneratedAlways<number>;
  branch_id: WrittenOnce<number>;
  from_day: Day;
  to_day: Day;
  from_time: ColumnType<string | null, string | null | undefined, string | null>;
  to_time: ColumnType<string | null, string | null | undefined, string | null>;
  reason: Defaulted<string>;
}

export interface OpeningTimeTable {
  hours: WrittenOnce<string>;
  holidays_region: WrittenOnce<string>;
  closed_on_holidays: WrittenOnce<boolean>;
  time_zone: WrittenOnce<string>;
  from_day: Day;
  to_day: Day;
  stretches: ColumnType<OpenInterval[], string, string>;
}

export interface ScopeTable {
  scope: string;
  label: string;
}

export type UserStatus = 'awaiting_password' | 'in_service' | 'in_interim';

export interface UserTable {
  id: GeneratedAlways<number>;
  company_id: ColumnType<number | null, number | null | undefined, number | null>;
  mail: string;
  name: string;
  surname: Defaulted<string>;
  phone: Defaulted<string>;
  img: Defaulted<string>;
  role: string;
  status: UserStatus;
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Defaulted<Date>;
  search: GeneratedAlways<string>;
  search_mail: GeneratedAlways<string>;
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** not null: a pseudonym replaces the person */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  seeded: ColumnType<string | null, undefined, string | null>;
}

export interface UserScopeTable {
  user_id: number;
  scope: string;
}

export interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: WrittenOnce<Buffer>;
  user_id: WrittenOnce<number>;
  created_at: WrittenOnce<Date>;
  last_used_at: Date;
  /** null: opened by an older version */
  device: ColumnType<string | null, string | null | undefined, never>;
  network: ColumnType<string | null, string | null | undefined, never>;
  /** null: not since the session opened */
  verified_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface PendingLoginTable {
  token_hash: WrittenOnce<Buffer>;
  user_id: WrittenOnce<number>;
  created_at: WrittenOnce<Date>;
}

export interface PasskeyTable {
  id: GeneratedAlways<number>;
  user_id: WrittenOnce<number>;
  credential_id: WrittenOnce<Buffer>;
  public_key: WrittenOnce<Buffer>;
  counter: number;
  transports: WrittenOnce<string[]>;
  name: WrittenOnce<string>;
  created_at: WrittenOnce<Date>;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface TotpSecretTable {
  user_id: WrittenOnce<number>;
  sealed: WrittenOnce<Buffer>;
  last_step: number;
  created_at: WrittenOnce<Date>;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface RemovedFactorTable {
  id: Generated<number>;
  user_id: WrittenOnce<number>;
  kind: WrittenOnce<'passkey' | 'totp'>;
  /** Row of `passkeys` or `totp_secrets`. */
  factor: ColumnType<Record<string, unknown>, string, never>;
  removed_at: WrittenOnce<Date>;
}

export interface RecoveryCodeTable {
  user_id: WrittenOnce<number>;
  selector: WrittenOnce<string>;
  code_hash: WrittenOnce<string>;
  created_at: WrittenOnce<Date>;
  used_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface UsedChallengeTable {
  nonce: WrittenOnce<Buffer>;
  at: WrittenOnce<Date>;
}

export interface FixingTable {
  company_id: WrittenOnce<number>;
  currency_code: WrittenOnce<string>;
  purchase: Decimal | null;
  sale: Decimal | null;
  updated_at: Date;
  held_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  held_by: Defaulted<number[]>;
  former_purchase: ColumnType<Decimal | null, Decimal | null | undefined, Decimal | null>;
  former_sale: ColumnType<Decimal | null, Decimal | null | undefined, Decimal | null>;
  accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Always null: branches have BranchFixingTable. */
  branch: ColumnType<number | null, number | null | undefined, never>;
  is_purchase_suspended: Defaulted<boolean>;
  is_sale_suspended: Defaulted<boolean>;
  /** null: without end */
  purchase_suspended_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sale_suspended_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface BranchFixingTable extends Omit<FixingTable, 'branch'> {
  branch: WrittenOnce<number>;
}

/** Row per transaction that changed public data. */
export interface ChangeTable {
  version: ColumnType<number | null, number | undefined, never>;
  at: ColumnType<Date | null, Date | undefined, never>;
  what: ColumnType<string[], string, never>;
  transaction: ColumnType<string | null, string | undefined, never>;
}

export interface BatchTable {
  id: GeneratedAlways<number>;
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  /** null: command line */
  user_id: WrittenOnce<number | null>;
  at: WrittenOnce<Date>;
  origin: WrittenOnce<FixingOrigin>;
  former: ColumnType<unknown, string, never>;
  taken_back_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface IdempotencyKeyTable {
  company_id: WrittenOnce<number>;
  user_id: WrittenOnce<number>;
  key: WrittenOnce<string>;
  body_hash: Buffer;
  status: number;
  answer: string;
  at: Date;
}

export interface OutcomeTable {
  key_hash: WrittenOnce<Buffer>;
  request_hash: WrittenOnce<Buffer | null>;
  at: Defaulted<Date>;
  status: number | null;
  answer: Buffer | null;
}

export interface SheetTable {
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  quote_unit: QuoteUnit;
  made_at: Date;
}

export interface TableFormTable {
  company_id: WrittenOnce<number>;
  unit: TableUnit;
  decimals: DecimalSign;
  purchase: number | null;
  sale: number | null;
  quantity: number | null;
  taken_at: Date;
}

export interface SheetCurrencyTable {
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  currency_code: WrittenOnce<string>;
  position: number;
}

/** Append-only: the database refuses any change. */
export interface FixingLogTable {
  id: GeneratedAlways<number>;
  at: WrittenOnce<Date>;
  company_id: WrittenOnce<number>;
  user_id: WrittenOnce<number | null>;
  base: WrittenOnce<string>;
  currency_code: WrittenOnce<string>;
  rate: WrittenOnce<Decimal>;
  purchase: WrittenOnce<Decimal | null>;
  sale: WrittenOnce<Decimal | null>;
  is_confirmation: Defaulted<boolean>;
  is_held: Defaulted<boolean>;
  is_refusal: Defaulted<boolean>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  origin: Defaulted<FixingOrigin>;
  batch_id: ColumnType<number | null, number | null | undefined, never>;
  rule: ColumnType<RuleDraft | null, string | null | undefined, never>;
}

export interface MarginSheetTable {
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  groups: ColumnType<CurrencyGroup[], string, string>;
  rules: ColumnType<RuleDraft[], string, string>;
  updated_at: Date;
  updated_by: number | null;
}

export interface MarginStopTable {
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null | undefined, never>;
  currency_code: WrittenOnce<string>;
  reason: StopReason;
  since: Date;
  until: Date | null;
  mid_at: Date | null;
  mid_rate: Decimal | null;
  is_over: Defaulted<boolean>;
}

export interface ArticleTable {
  id: string;
  group: string;
  is_featured: Defaulted<boolean>;
  topic: string;
  reading_time: number;
  title: string;
  description: string;
  descriptions: Defaulted<string[]>;
  image: string;
  image_alt: Defaulted<string>;
  content: string;
  publication_date: Day;
  seeded: ColumnType<string | null, undefined, string | null>;
}

export interface LeadTable {
  id: GeneratedAlways<number>;
  at: Date;
  company_id: number;
  email: Defaulted<string>;
  /** Moment and sentence of the consent: both, or neither. */
  consent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  consent_text: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface SubscriptionTable {
  id: GeneratedAlways<number>;
  at: Date;
  email: string;
  type: string;
  consent_text: ColumnType<string | null, string | null | undefined, string | null>;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface PasswordLinkTable {
  id: GeneratedAlways<number>;
  user_id: WrittenOnce<number>;
  created_at: WrittenOnce<Date>;
  used_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

/** `key`: HMAC of the account or address that failed. */
export interface LoginFailureTable {
  key: WrittenOnce<Buffer>;
  count: number;
  since: Date;
}

export interface ComparisonCountTable {
  day: WrittenOnce<Day>;
  count: number;
}

/** Daily number of comparisons that showed a company, and sum of its ranks. */
export interface ShownCountTable {
  company_id: WrittenOnce<number>;
  currency_code: WrittenOnce<string>;
  day: WrittenOnce<Day>;
  shown: number;
  ranks: number;
}

export interface BoardTable {
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, undefined, never>;
  address: Defaulted<string>;
  left_out: Defaulted<string[]>;
  /** null: no screen is open */
  secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  screen_made_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface TravellerTable {
  id: GeneratedAlways<number>;
  email: WrittenOnce<string>;
  first_name: Defaulted<string>;
  phone: Defaulted<string>;
  keeps_account: Defaulted<boolean>;
  created_at: WrittenOnce<Date>;
  seen_at: Date;
  mailbox: GeneratedAlways<string>;
  phone_digits: GeneratedAlways<string>;
  phone_at: GeneratedAlways<Date>;
}

export interface TravellerSessionTable {
  token_hash: WrittenOnce<Buffer>;
  traveller_id: WrittenOnce<number>;
  created_at: WrittenOnce<Date>;
  last_used_at: Date;
}

export interface TravellerCodeTable {
  id: GeneratedAlways<number>;
  email: WrittenOnce<string>;
  created_at: WrittenOnce<Date>;
  ticket_hash: WrittenOnce<Buffer | null>;
  guesses: Generated<number>;
  /** null: not used yet. */
  used_at: Generated<Date | null>;
  /** Session that the code opened. */
  session_hash: Generated<Buffer | null>;
}

export interface ReservationTermsTable {
  company_id: WrittenOnce<number>;
  admitted_at: Date | null;
  terms: ColumnType<ReservationTerms, string, string>;
  updated_at: Date;
}

export interface StockTable {
  id: GeneratedAlways<number>;
  company_id: WrittenOnce<number>;
  /** null: company stock */
  branch: WrittenOnce<number | null>;
  currency_code: WrittenOnce<string>;
  /** null: default of all days */
  day: WrittenOnce<Day | null>;
  ready: Decimal;
  promised: Defaulted<Decimal>;
  /** true: copy of the default, deleted with it */
  follows: Generated<boolean>;
}

/** null: in clear text */
type Sealed = ColumnType<Buffer | null, Buffer | undefined, Buffer>;

export interface ReservationTable {
  id: GeneratedAlways<number>;
  reference: ColumnType<string, string | undefined, never>;
  year: GeneratedAlways<number>;
  number: GeneratedAlways<number>;
  /** Clear text of an older instance. null: sealed */
  code: ColumnType<string | null, string | undefined, null>;
  code_sealed: Sealed;
  code_hash: Sealed;
  code_key: Sealed;
  company_id: WrittenOnce<number>;
  branch: ColumnType<number | null, number | null, number>;
  /** null: erased traveller */
  traveller_id: ColumnType<number | null, number, never>;
  request_key: WrittenOnce<string>;
  request_hash: WrittenOnce<Buffer>;
  /** Changed only in the order of domain/reservations/states.ts. */
  state: Defaulted<ReservationState>;
  side: WrittenOnce<FixingSide>;
  base: WrittenOnce<string>;
  currency_code: WrittenOnce<string>;
  rate: WrittenOnce<Decimal>;
  fixed_at: WrittenOnce<Date>;
  offered: WrittenOnce<Decimal>;
  received: WrittenOnce<Decimal>;
  fee: WrittenOnce<Decimal>;
  handed_over: WrittenOnce<Decimal>;
  /** null: past, its day is deleted */
  stock_id: ColumnType<number | null, number, number | null>;
  mode: PickupMode;
  payment: WrittenOnce<Payment>;
  notes: WrittenOnce<Notes>;
  denominations: ColumnType<number[], number[] | undefined, never>;
  /** null: reserved with an older version */
  promise: ColumnType<Promised | null, string | null | undefined, never>;
  pickup_at: Date;
  held_until: WrittenOnce<Date>;
  due_at: Date;
  requested_at: WrittenOnce<Date>;
  updated_at: Date;
  ended_at: ColumnType<Date | null, undefined, Date | null>;
  closure_told_for: ColumnType<Date | null, undefined, Date | null>;
  suspension_told_for: ColumnType<Date | null, undefined, Date | null>;
  /** null: past, or requested with an older version */
  network: ColumnType<Buffer | null, Buffer | null | undefined, null>;
}

/** Append-only. */
export interface ReservationEventTable {
  id: GeneratedAlways<number>;
  reservation_id: WrittenOnce<number>;
  at: WrittenOnce<Date>;
  kind: WrittenOnce<ReservationState | 'moved' | 'redeemed'>;
  actor: WrittenOnce<Actor>;
  user_id: ColumnType<number | null, number | null | undefined, never>;
  reason: ColumnType<Reason | UndoReason | null, Reason | UndoReason | null | undefined, never>;
  pickup_was: ColumnType<Date | null, Date | null | undefined, never>;
  branch_was: ColumnType<number | null, number | null | undefined, never>;
  /** Reserved rate. null: not replaced by a better rate of the day. */
  rate_was: ColumnType<Decimal | null, Decimal | null | undefined, never>;
  rate: ColumnType<Decimal | null, Decimal | null | undefined, never>;
}

export interface ClientNoteTable {
  company_id: WrittenOnce<number>;
  traveller_id: WrittenOnce<number>;
  note: string;
  updated_at: Date;
}

export interface ReservationNumberTable {
  company_id: GeneratedAlways<number>;
  year: GeneratedAlways<number>;
  last: GeneratedAlways<number>;
}

export interface SlipNumberTable {
  company_id: number;
  last: number;
}

export interface SlipTable {
  company_id: WrittenOnce<number>;
  number: WrittenOnce<number>;
  reservation_id: WrittenOnce<number>;
  at: WrittenOnce<Date>;
  name: WrittenOnce<string>;
  address: WrittenOnce<string>;
  authorisation: WrittenOnce<string>;
  rate: WrittenOnce<Decimal | null>;
  offered: WrittenOnce<Decimal | null>;
  received: WrittenOnce<Decimal | null>;
}

export interface StruckSlipTable {
  company_id: WrittenOnce<number>;
  number: WrittenOnce<number>;
  at: WrittenOnce<Date>;
  reason: WrittenOnce<string>;
}

export interface RedemptionNumberTable {
  company_id: number;
  last: number;
}

export interface RedemptionTable {
  company_id: WrittenOnce<number>;
  number: WrittenOnce<number>;
  reservation_id: WrittenOnce<number>;
  slip: WrittenOnce<number>;
  at: WrittenOnce<Date>;
  user_id: WrittenOnce<number>;
  name: WrittenOnce<string>;
  address: WrittenOnce<string>;
  authorisation: WrittenOnce<string>;
  branch: WrittenOnce<string>;
  rate: WrittenOnce<Decimal>;
  percent_off: WrittenOnce<Decimal>;
  amount: WrittenOnce<Decimal>;
  paid: WrittenOnce<Decimal>;
}

export interface MailChangeTable {
  id: GeneratedAlways<number>;
  user_id: WrittenOnce<number>;
  mail: WrittenOnce<string>;
  created_at: WrittenOnce<Date>;
}

export interface UserPhotoTable {
  img: WrittenOnce<string>;
  user_id: WrittenOnce<number>;
  png: WrittenOnce<Buffer>;
  created_at: WrittenOnce<Date>;
}

export interface CompanyLogoTable {
  logo: WrittenOnce<string>;
  png: WrittenOnce<Buffer>;
  created_at: WrittenOnce<Date>;
}

/** Append-only, except that the personal data in `changes` may be erased. */
export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: WrittenOnce<Date>;
  user_id: WrittenOnce<number | null>;
  action: WrittenOnce<string>;
  company_id: WrittenOnce<number | null>;
  subject_user_id: WrittenOnce<number | null>;
  changes: ColumnType<Record<string, [unknown, unknown]>, string, never>;
}

/** Append-only, except for the count of a minute, erased personal data and retention. */
export interface SecurityEventTable {
  id: GeneratedAlways<number>;
  at: WrittenOnce<Date>;
  kind: WrittenOnce<string>;
  outcome: WrittenOnce<SecurityOutcome>;
  user_id: WrittenOnce<number | null>;
  subject_user_id: WrittenOnce<number | null>;
  account: ColumnType<Buffer | null, Buffer | null | undefined, null>;
  network: ColumnType<Buffer | null, Buffer | null | undefined, null>;
  device: ColumnType<string | null, string | null | undefined, null>;
  session_id: ColumnType<number | null, number | null | undefined, null>;
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  count: Defaulted<number>;
  bound: ColumnType<Buffer | null, Buffer | null | undefined, null>;
}

export type MailKind =
  | 'invitation'
  | 'password'
  | 'newsletter'
  | 'held'
  | 'margins'
  | 'security'
  | 'mail_change'
  | 'mail_changed'
  | 'traveller_code'
  | 'traveller_merged'
  | 'reservation'
  | 'reservation_closed'
  | 'reservation_suspended'
  | 'reservation_rate_suspended';
export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'unknown' | 'needless';

export interface MailTable {
  id: GeneratedAlways<number>;
  kind: WrittenOnce<MailKind>;
  recipient: WrittenOnce<string>;
  params: ColumnType<Record<string, number>, string, never>;
  created_at: WrittenOnce<Date>;
  due_at: Date;
  // the trigger of the table fills it
  first_due_at: GeneratedAlways<Date>;
  attempts: Defaulted<number>;
  claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  handed_over_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  outcome: ColumnType<MailOutcome | null, MailOutcome | null | undefined, MailOutcome | null>;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface JobRunTable {
  name: WrittenOnce<string>;
  succeeded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  failures: Defaulted<number>;
  due_at: Date;
}

export interface RatesFeedTable {
  is_only: Defaulted<boolean>;
  checked_at: Date;
  succeeded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  day: ColumnType<Day | null, Day | null | undefined, Day | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  accepted: Defaulted<number>;
  refusals: ColumnType<FeedHealth['refusals'], string | undefined, string>;
}

export interface RateJumpTable {
  currency_code: WrittenOnce<string>;
  day: Day;
  rate: Decimal;
}

export interface BaseBackupTable {
  id: GeneratedAlways<number>;
  system_identifier: WrittenOnce<string>;
  at: WrittenOnce<Date>;
  size_bytes: WrittenOnce<number>;
}

export interface BackupTable {
  id: GeneratedAlways<number>;
  at: WrittenOnce<Date>;
  size_bytes: WrittenOnce<number>;
  is_encrypted: WrittenOnce<boolean>;
  verified_at: ColumnType<Date | null, never, Date>;
}

export type ErasureKind =
  | 'lead'
  | 'subscription'
  | 'mail'
  | 'user'
  | 'entry'
  | 'security_event'
  | 'traveller';

/** Append-only. Identifies the erased row, never its person. */
export interface ErasureTable {
  kind: WrittenOnce<ErasureKind>;
  row_id: WrittenOnce<number>;
  row_at: WrittenOnce<Date>;
  at: WrittenOnce<Date>;
}

export interface RetentionClockTable {
  is_only: Defaulted<boolean>;
  believed_at: Date;
  doubted_since: Date | null;
  doubted_at: Date | null;
  agreed_at: Defaulted<Date | null>;
}

export interface Schema {
  currencies: CurrencyTable;
  mid_rates: MidRateTable;
  offer_days: OfferDayTable;
  daily_offers: DailyOfferTable;
  companies: CompanyTable;
  branches: BranchTable;
  branch_closures: BranchClosureTable;
  opening_times: OpeningTimeTable;
  scopes: ScopeTable;
  users: UserTable;
  user_scopes: UserScopeTable;
  sessions: SessionTable;
  pending_logins: PendingLoginTable;
  passkeys: PasskeyTable;
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  removed_factors: RemovedFactorTable;
  used_challenges: UsedChallengeTable;
  fixings: FixingTable;
  branch_fixings: BranchFixingTable;
  fixing_logs: FixingLogTable;
  changes: ChangeTable;
  batches: BatchTable;
  idempotency_keys: IdempotencyKeyTable;
  outcomes: OutcomeTable;
  sheets: SheetTable;
  table_forms: TableFormTable;
  sheet_currencies: SheetCurrencyTable;
  boards: BoardTable;
  margin_sheets: MarginSheetTable;
  margin_stops: MarginStopTable;
  articles: ArticleTable;
  leads: LeadTable;
  subscriptions: SubscriptionTable;
  password_links: PasswordLinkTable;
  login_failures: LoginFailureTable;
  comparison_counts: ComparisonCountTable;
  shown_counts: ShownCountTable;
  company_logos: CompanyLogoTable;
  user_photos: UserPhotoTable;
  mail_changes: MailChangeTable;
  travellers: TravellerTable;
  traveller_sessions: TravellerSessionTable;
  traveller_codes: TravellerCodeTable;
  reservation_terms: ReservationTermsTable;
  stocks: StockTable;
  reservations: ReservationTable;
  reservation_numbers: ReservationNumberTable;
  reservation_events: ReservationEventTable;
  client_notes: ClientNoteTable;
  slip_numbers: SlipNumberTable;
  slips: SlipTable;
  struck_slips: StruckSlipTable;
  // view
  valid_slips: SlipTable;
  redemption_numbers: RedemptionNumberTable;
  redemptions: RedemptionTable;
  audit_entries: AuditEntryTable;
  security_events: SecurityEventTable;
  mails: MailTable;
  job_runs: JobRunTable;
  rates_feed: RatesFeedTable;
  rate_jumps: RateJumpTable;
  erasures: ErasureTable;
  retention_clock: RetentionClockTable;
  backups: BackupTable;
  base_backups: BaseBackupTable;
}

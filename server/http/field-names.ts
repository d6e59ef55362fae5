import type { Body, CallName, Params, Query } from '#domain/api.ts';
import { branchFields } from '#domain/branches/fields.ts';
import { companyFields, feesFields } from '#domain/companies/fields.ts';
import { travellerFields } from '#domain/travellers/fields.ts';
import { userFields } from '#domain/users/fields.ts';
import { mapFields } from '#domain/validation/fields.ts';

/** Dotted path of every field that a call accepts, such as 'amounts.sale'. */
type FieldOf<T> = T extends readonly (infer E)[]
  ? FieldOf<E>
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${FieldOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;
/**
 * Passkey fields come from the browser, never from a person. Fields inside a list of rules are named after
 * the list.
 */
type Field = Exclude<
  { [N in CallName]: FieldOf<Body<N>> | FieldOf<Query<N>> | FieldOf<Params<N>> }[CallName],
  `passkey.${string}` | `rules.${string}` | `groups.${string}` | `branches.${string}` | `terms.${string}`
>;

const TABLES = { ...travellerFields, ...userFields, ...companyFields, ...feesFields, ...branchFields };
type Tabled = keyof typeof TABLES;

const OTHER_NAMES: Record<Exclude<Field, Tabled>, string> & Partial<Record<Tabled, string>> = {
  accept: 'Décision',
  action: 'Action',
  amount: 'Montant',
  another_day: 'Autre jour',
  amounts: 'Montants',
  'amounts.purchase': 'Achat',
  'amounts.sale': 'Vente',
  ask: 'Question',
  base: 'Devise de base',
  batch_id: 'Publication',
  before: 'Avant',
  by_hand_until: 'Fin de la fixation à la main',
  branches: 'Agences',
  branch: 'Agence',
  cells: 'Stocks',
  'cells.branch': 'Agence',
  'cells.currency': 'Devise',
  'cells.ready': 'Montant disponible',
  'closures.from_day': 'Premier jour',
  'closures.from_time': 'Heure du premier jour',
  'closures.reason': 'Motif',
  'closures.to_day': 'Dernier jour',
  'closures.to_time': 'Heure du dernier jour',
  code: 'Code',
  company: 'Bureau',
  company_id: 'Bureau',
  reason: 'Motif',
  from: 'Début',
  to: 'Fin',
  rate: 'Taux',
  side: 'Achat ou vente',
  pickup_at: 'Heure du retrait',
  payment: 'Paiement',
  note: 'Note',
  denominations: 'Coupures choisies',
  tells_travellers: 'Prévenir les voyageurs',
  is_meant_again: 'Réserver une seconde fois',
  notes: 'Coupures',
  state: 'État',
  text: 'Contenu du fichier',
  consent: 'Accord',
  currencies: 'Devises',
  currency: 'Devise',
  'currency.code': 'Devise',
  day: 'Jour',
  days: 'Nombre de jours',
  decimals: 'Signe des décimales',
  email: 'E-mail',
  factor: 'Double authentification',
  filter: 'Filtre',
  fixings: 'Taux',
  'fixings.amounts': 'Montants',
  'fixings.amounts.purchase': 'Achat',
  'fixings.amounts.sale': 'Vente',
  'fixings.currency': 'Devise',
  'fixings.currency.code': 'Devise',
  'fixings.seen': 'Montants vus',
  'fixings.seen.purchase': 'Achat vu',
  'fixings.seen.sale': 'Vente vue',
  'fixings.updated_at': 'Dernier fixing',
  groups: 'Groupes de devises',
  id: 'Numéro',
  img: 'Photo',
  is_admitted: 'Admis à la bêta',
  is_open: 'Écran',
  is_closed: 'Fermée',
  is_required: 'Exigée',
  is_suspended: 'Suspendu',
  key: 'Clé',
  kind: 'Événement',
  kinds: 'Sortes d’agences',
  left_out: 'Devises non affichées',
  limit: 'Nombre de lignes',
  name: 'Nom',
  near: 'Lieu',
  'near.lat': 'Latitude',
  'near.lon': 'Longitude',
  'near.radius_km': 'Rayon',
  offer: 'Ce que vous donnez',
  'offer.amount': 'Je donne',
  'offer.currency': 'Devise que je donne',
  open_at: 'Moment d’ouverture',
  origin: 'Origine',
  outcome: 'Résultat',
  page: 'Page',
  passkey: 'Clé d’accès',
  password: 'Mot de passe',
  phone: 'Téléphone',
  proof: 'Preuve de calcul',
  place: 'Lieu',
  present: 'Mot de passe actuel',
  purchase: 'Achat',
  q: 'Recherche',
  quantity: 'Colonne des quantités',
  quote_unit: 'Sens de saisie',
  replace: 'Remplacer',
  rules: 'Règles de marge',
  sale: 'Vente',
  seen: 'Feuille vue',
  sealed: 'Clé',
  sort: 'Ordre',
  status: 'Statut',
  terms: 'Conditions de réservation',
  target: 'Montant voulu',
  token: 'Lien',
  type: 'Type',
  updated_at: 'Dernier fixing',
  unit: 'Sens des taux',
  until: 'Jusqu’à',
  user: 'Utilisateur',
  username: 'Nom d’utilisateur',
  wish: 'Ce que vous recevez',
  'wish.amount': 'Je souhaite recevoir',
  'wish.currency': 'Devise que je souhaite recevoir',
};

const NAMES: Readonly<Record<string, string>> = {
  ...mapFields(TABLES, ({ frenchName }) => frenchName),
  ...OTHER_NAMES,
};

/** French name of a field by its path. Unknown and numbered fields take the name of their parent. */
export function nameOfField(path: readonly string[]): string | undefined {
  if (path.length === 0) return undefined;
  return NAMES[path.join('.')] ?? nameOfField(path.slice(0, -1));
}

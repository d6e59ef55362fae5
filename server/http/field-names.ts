import type { Body, CallName, Params, Query } from '#domain/api.ts';

/** Every field that a call is sent, by its way from the top: 'amounts.sale'. */
type FieldOf<T> = T extends readonly (infer E)[]
  ? FieldOf<E>
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${FieldOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;
/** What a browser makes of a passkey, no person fills in; what stands in a list of rules is called as the list. */
type Field = Exclude<
  { [N in CallName]: FieldOf<Body<N>> | FieldOf<Query<N>> | FieldOf<Params<N>> }[CallName],
  `passkey.${string}` | `rules.${string}` | `groups.${string}`
>;

/** How a person calls them: the names of the wire are for programs, and in no sentence. */
const NAMES: Record<Field, string> = {
  accept: 'Décision',
  address: 'Adresse',
  amounts: 'Montants',
  'amounts.purchase': 'Achat',
  'amounts.sale': 'Vente',
  ask: 'Question',
  base: 'Devise de base',
  batch_id: 'Publication',
  before: 'Avant',
  by_hand_until: 'Fin de la fixation à la main',
  buys_back: 'Reprise',
  code: 'Code',
  company: 'Bureau',
  charges_fees: 'Frais en plus du taux',
  company_id: 'Bureau',
  fees: 'Frais',
  consent: 'Accord',
  currencies: 'Devises',
  currency: 'Devise',
  'currency.code': 'Devise',
  day: 'Jour',
  days: 'Nombre de jours',
  email: 'E-mail',
  factor: 'Double authentification',
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
  is_open: 'Écran',
  is_partner: 'Partenaire',
  is_required: 'Exigée',
  is_suspended: 'Suspendu',
  kind: 'Événement',
  kinds: 'Sortes d’agences',
  lat: 'Latitude',
  left_out: 'Devises non affichées',
  limit: 'Nombre de lignes',
  lon: 'Longitude',
  mail: 'E-mail',
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
  outcome: 'Issue',
  page: 'Page',
  passkey: 'Clé d’accès',
  password: 'Mot de passe',
  phone: 'Téléphone',
  present: 'Mot de passe actuel',
  purchase: 'Achat',
  q: 'Recherche',
  quote_unit: 'Sens de saisie',
  replace: 'Remplacer',
  rules: 'Règles de marge',
  sale: 'Vente',
  scopes: 'Droits',
  sealed: 'Clé',
  site: 'Site',
  sort: 'Ordre',
  status: 'Statut',
  surname: 'Nom',
  target: 'Montant voulu',
  token: 'Lien',
  type: 'Type',
  updated_at: 'Dernier fixing',
  until: 'Jusqu’à',
  user: 'Utilisateur',
  username: 'Nom d’utilisateur',
  wish: 'Ce que vous recevez',
  'wish.amount': 'Je souhaite recevoir',
  'wish.currency': 'Devise que je souhaite recevoir',
};

/** The French name of a field by its way; what is not known, and what is numbered, is called as what holds it. */
export function nameOfField(path: readonly string[]): string | undefined {
  if (path.length === 0) return undefined;
  const names: Readonly<Record<string, string>> = NAMES;
  return names[path.join('.')] ?? nameOfField(path.slice(0, -1));
}

/** Publisher of an instance for its legal pages (LCEN, article 1-1; Code de la consommation, D111-11). */
export interface Publisher {
  name: string;
  address: string;
  registration: string;
  director: string;
  phone: string;
  email: string;
  host: string;
  ties: string;
  revenue: string;
}

export interface Imprint {
  isDemonstration: boolean;
  /** null: not open to the public. */
  publisher: Publisher | null;
}

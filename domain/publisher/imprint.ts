/** Publisher of an instance for its legal pages (LCEN, article 1-1; Code de la consommation, D111-11). */
export interface Publisher {
  /** Name with legal form. */
  name: string;
  address: string;
  /** Register and capital. Empty: none. */
  registration: string;
  /** Director of the publication. */
  director: string;
  phone: string;
  email: string;
  /** Host's name, address and telephone. */
  host: string;
  /** Contracts and shares between publisher and companies. */
  ties: string;
  /** Payers of the publisher, and their reason. */
  revenue: string;
}

export interface Imprint {
  isDemonstration: boolean;
  /** null: not open to the public. */
  publisher: Publisher | null;
}

/** Publisher of an instance for its legal pages (LCEN, article 1-1; Code de la consommation, D111-7, I). */
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

/** Settings that list or unlist a rate, in hours, days and percent (Code de la consommation, D111-6, I). */
export interface ListingLimits {
  freshHours: number;
  staleDays: number;
  heldAbove: number;
  heldOff: number;
}

export interface Imprint {
  isDemonstration: boolean;
  /** null: not open to the public. */
  publisher: Publisher | null;
  limits: ListingLimits;
}

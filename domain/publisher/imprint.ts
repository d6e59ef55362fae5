/** Who publishes an instance, as the law has its pages say (LCEN, article 1-1; Code de la consommation, D111-11). One line each. */
export interface Publisher {
  /** with its legal form */
  name: string;
  address: string;
  /** its register and its capital; empty: it has none */
  registration: string;
  /** who answers for what is published */
  director: string;
  phone: string;
  email: string;
  /** who keeps the machine: name, address, telephone */
  host: string;
  /** what it has to do with the bureaux: contracts, shares on either side */
  ties: string;
  /** who pays it, and for what */
  revenue: string;
}

/** What the legal pages are written from. */
export interface Imprint {
  isDemonstration: boolean;
  /** null: an instance that nobody has opened to the public */
  publisher: Publisher | null;
}

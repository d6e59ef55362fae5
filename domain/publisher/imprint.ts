/** Who publishes an instance, as the law has its pages say (LCEN, article 1-1). One line each. */
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
}

/** What the legal pages are written from. */
export interface Imprint {
  isDemonstration: boolean;
  /** null: an instance that nobody has opened to the public */
  publisher: Publisher | null;
}

/** Source of demonstration rates, which a feed replaces whatever its day. */
export const DEMONSTRATION_SOURCE = 'données de démonstration';

/** Who is said to publish the mid rates of the demonstration: a feed takes their place, whatever its day. */
export const DEMONSTRATION_SOURCE = 'données de démonstration';

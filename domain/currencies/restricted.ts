/**
 * Currencies that their country lets out, or in, little or not at all: those of the blog's own article, to which what is
 * said of them leads.
 */
export const RESTRICTED = ['MAD', 'TND', 'DZD', 'INR', 'EGP', 'CUP'];

export const RESTRICTED_ARTICLE = 'devises-non-convertibles';

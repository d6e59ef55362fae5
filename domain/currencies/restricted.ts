/** Currencies with import or export restrictions, those of the blog's article on the subject. */
export const RESTRICTED = ['MAD', 'TND', 'DZD', 'INR', 'EGP', 'CUP'];

export const RESTRICTED_ARTICLE = 'devises-non-convertibles';

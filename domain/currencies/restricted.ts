export const RESTRICTED = ['MAD', 'TND', 'DZD', 'INR', 'EGP', 'CUP'];

export const RESTRICTED_ARTICLE = 'devises-non-convertibles';

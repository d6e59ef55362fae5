/** Hints of the field for a code of a second factor, without an application and with one. */
export const RECOVERY_CODE_HINT = 'L’un de vos codes de secours';
export const CODE_HINT = 'Les 6 chiffres de votre application, ou l’un de vos codes de secours';

/** What the addresses of the pages that stand for bureaux' sites begin with, in a demonstration. */
export const STAND_IN_PATH = '/demonstration/';

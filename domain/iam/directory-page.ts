/** The most rows of one page of sessions or users. */
export const DIRECTORY_PAGE = 500;

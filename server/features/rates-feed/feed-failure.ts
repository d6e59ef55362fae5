/** Feed without any usable rate. The message is a French sentence for the administrator. */
export class FeedFailure extends Error {}

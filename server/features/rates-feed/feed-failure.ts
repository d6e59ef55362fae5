/** A feed of which no rate can be taken over. The message is a French sentence for the administrator. */
export class FeedFailure extends Error {}

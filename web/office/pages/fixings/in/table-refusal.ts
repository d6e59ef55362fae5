export class TableRefusal extends Error {}

export const STAND_IN_PATH = '/demonstration/';

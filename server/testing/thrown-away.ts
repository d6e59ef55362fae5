/** Settings of a PostgreSQL for tests: nothing of it need outlive a power cut, and several workers share it. */
export const THROWN_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
};

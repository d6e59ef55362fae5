// Ends when the instance on this port serves, or fails after a while: systemd then calls its start failed.
const [, , port] = process.argv;
const until = Date.now() + 100_000;
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await isReady())) {
  if (Date.now() > until) process.exit(1);
  await new Promise((done) => setTimeout(done, 200));
}

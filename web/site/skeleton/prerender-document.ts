// globals read by the site's modules as they load, since the build has no page; values from the server's
// settings are slots of the skeleton
Object.assign(globalThis, {
  document: { title: '', querySelector: () => ({ getAttribute: () => '{images}' }) },
});

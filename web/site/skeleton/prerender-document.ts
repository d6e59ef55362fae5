// Modules of the site read these as they are loaded; the build has no page to read from. What depends on the
// settings of the server is a slot of the skeleton.
Object.assign(globalThis, {
  document: { title: '', querySelector: () => ({ getAttribute: () => '{images}' }) },
});

// Modules of the site read these as they are loaded; the build has no page to read from.
Object.assign(globalThis, { document: { title: '', querySelector: () => null } });

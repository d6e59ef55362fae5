// Colours, fonts, sizes, spaces, radii, layers and breakpoints are named in the tokens, and nowhere else written.
const SPACES = '/^(margin|padding|gap|row-gap|column-gap)/';
const RADII = '/-radius$/';
// em is left to spaces in a text, which follow its letters
const LENGTHS = ['px', 'rem', 'vw', 'vh', 'dvh', '%'];
const NOT_COLORS = ['transparent', 'currentcolor', 'Highlight', 'ButtonText', 'CanvasText'];
// of controls: --control-small, --control, --control-large
const HEIGHTS = {
  'min-height': [/\b(2[5-9]|[345]\d|6[0-3])px/],
  height: [/^(?!(32|40|48)px)(2[5-9]|[345]\d|6[0-3])px/],
};
// of forms and lines: --form, --measure
const EDGES = [/^[5-8]\d\dpx/, /ch$/];

/** @type {import('stylelint').Config} */
export default {
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  referenceFiles: ['web/**/tokens.css', 'web/shared/media.css'],
  rules: {
    'no-unknown-custom-properties': true,
    'no-unknown-custom-media': true,
    'media-feature-name-disallowed-list': [/./],
    'value-type-custom-property-required-list': [['color'], { ignoreValues: NOT_COLORS }],
    'declaration-property-value-allowed-list': {
      'font-family': [/^var\(--font-/],
      'font-size': [/var\(--type-/],
      font: ['inherit', /var\(--type-.*var\(--font-/],
      'z-index': [/^var\(--layer-/],
    },
    'declaration-property-unit-disallowed-list': {
      '/^font(-size)?$/': ['em', ...LENGTHS],
      [RADII]: ['em', ...LENGTHS],
      [SPACES]: LENGTHS,
    },
    'declaration-property-custom-property-allowed-list': {
      'font-size': [/^--type-/, '--length'],
      [RADII]: [/^--radius-/],
      [SPACES]: [/^--space-/, '--gutter', '--page', '--edge'],
    },
  },
  overrides: [
    {
      files: ['web/shared/ui/*.css'],
      rules: { 'declaration-property-value-disallowed-list': HEIGHTS },
    },
    {
      files: ['web/office/**/*.css'],
      rules: { 'declaration-property-value-disallowed-list': { ...HEIGHTS, 'max-width': EDGES } },
    },
    { files: ['web/{shared,board}/fonts.css'], rules: { 'declaration-property-value-allowed-list': null } },
  ],
};

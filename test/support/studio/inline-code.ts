// Expressions of JavaScript with `<!--` and `<script`, after which the end tag of a script does not end it in HTML.

export const commentTexts = {
  string: `'<!-- <script '`,
  unicodeExpression: `/^<!-- <script $/u.test('<!-- <script ')`,
  setExpression: `/^<!-- <script [<!]$/v.test('<!-- <script !')`,
  template: '`<!-- <script ${1}`',
  rawTemplate: 'String.raw`<!-- <script ${1}`',
} as const;

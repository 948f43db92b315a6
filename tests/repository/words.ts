/** `npm run check:words`: words of our own where the field has a term. CONTRIBUTING.md has the vocabulary. */
import { report, sourceFiles } from './source-files.ts'

const BANNED = [
  'telling',
  'tellings',
  'untold',
  'retell',
  'hear own',
  'hears own',
  'farewell',
  'soonish',
  'so-manieth',
  'made-up',
  'be had',
  'is had',
  'whoever',
  'carry out',
  'carries out',
  'carried out',
  'hand over',
  'hands over',
  'handed over',
  'turn away',
  'turns away',
  'turned away',
  'mend',
  'mends',
  'mended',
  'curtain',
  'mortal',
  'flaws',
  'kept answers',
  'hot reads',
  'who cannot be',
]
const words = new RegExp(`\\b(?:${BANNED.map((word) => word.replaceAll(' ', '\\s+')).join('|')})\\b`, 'i')
/** As the start of an identifier: the term is MAX_. */
const prefixes = /(?<![A-Za-z0-9_$])(?:MOST|LONGEST|LARGEST)_/

/** This list itself, names of packages, and titles of songs. */
const EXEMPT = new Set(['tests/repository/words.ts', 'package-lock.json', 'infra/demo/songs.json'])

const findings = sourceFiles('ts', 'tsx', 'mjs', 'cjs', 'css', 'html', 'md', 'json', 'yml', 'sh', 'sql')
  .filter(({ path }) => !EXEMPT.has(path))
  .flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = words.exec(line) ?? prefixes.exec(line)
      return found === null ? [] : [`${path}:${index + 1}: ${found[0]}`]
    }),
  )

report(findings, 'banned words')

// The colours of states: of a run, of a market in it, and of a daemon in a fleet.

const TONES = {
  quoting: 'good',
  taking: 'good',
  keeping: 'good',
  waiting: '',
  pulled: 'warn',
  paused: 'warn',
  closing: 'warn',
  stopping: 'warn',
  'post-only': 'warn',
  'cancel-only': 'warn',
  closed: '',
  resolved: '',
  'not running': 'soft',
}

/** The class of a state. It may have a reason behind a colon (`pulled: too near the end`). One that is not listed needs a person, such as `failed`. */
export const stateTone = state => TONES[state.split(':')[0]] ?? 'bad'

/** Nothing more is taken, because the exchange ends or its disk refused. */
export class SequencerClosed extends Error {}

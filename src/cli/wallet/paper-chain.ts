/** The chain of every exchange on paper: nothing that is signed for it is valid on the main chain. */
export const PAPER_CHAIN = 97

import { VenueBook } from '../../backtest/venue-book.js'

/** A recorded book whose driver says, of every book at every row, what its middle was before the rows of one moment. */
export class SlowBook extends VenueBook {
  isInMoment = false
  middleBefore = 10_000

  override get middle(): number {
    return this.isInMoment ? this.middleBefore : super.middle
  }
}

/** Longer than any test: an end that no market reaches. */
export const FAR = '2040-01-01T00:00:00.000Z'
export const HASH = `0x${'ab'.repeat(32)}`

export const ROVERS = {
  id: 7,
  name: 'Harbour Rovers',
  abbreviation: 'HAR',
  alias: 'Rovers',
  league: 'Coast',
  imageUrl: null,
}
export const UNITED = { ...ROVERS, id: 8, name: 'Lake United', abbreviation: 'LAK', alias: null }
export const SPORT = { id: '9', name: 'Sport', level: 1, parentId: null, makerRebateBps: 100 }

import { WEI_PER_MILLIONTH, Wei } from '../../src/model/money.js'

/**
 * A simulated venue counts money in products: a price of 1/10,000 times a millionth of a share, which is 1e-10 of a unit. Limits and sizes are on
 * their grids, so every value is an integer, which a double holds exactly up to 900,000 units.
 */
export const WEI_PER_PRODUCT = 10n ** 8n

export const weiOfProducts = (products: number): Wei => Wei.of(BigInt(products) * WEI_PER_PRODUCT)
export const weiOfMillionths = (size: number): Wei => Wei.of(BigInt(size) * WEI_PER_MILLIONTH)

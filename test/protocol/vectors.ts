import type { WireOrder } from '../../src/protocol/order-hash.js'

/** Made with the venue's public SDK 1.3.8; the key is 32 bytes of 0x11. */
export const KEY = `0x${'11'.repeat(32)}`
export const OWNER = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
export const ACCOUNT = `0x${'22'.repeat(20)}`
export const LOGIN_TEXT = 'Please sign this message to log in. Timestamp: 1793832395205'

export const ORDER: WireOrder = {
  salt: 123456789n,
  maker: OWNER,
  signer: OWNER,
  taker: `0x${'00'.repeat(20)}`,
  tokenId: 1n,
  makerAmount: 62n * 10n ** 18n,
  takerAmount: 100n * 10n ** 18n,
  expiration: 4102444800n,
  nonce: 0n,
  feeRateBps: 200n,
  side: 0,
  signatureType: 0,
}

export const SIGNATURES = {
  order:
    '0x43788a6e3f1311825d848af16f0f81621a06a5dd8f9a1ea226d9f85503fdbc06537bdb7b55f3279d5addd2e5e476944e93ef1af1806dd08deef32406a2f900f61c',
  accountOrder:
    '0x01845adb2c711129d4f3966735ed98a9f09fc4ce57d3f1d8cb86a25847260eed51e4043e47e9ba759aef969b07f2c8e609ae85abaa2bb5dd155984db2c464dd4ab615c18bcb627a0e114fc83cbf2b7254398bf6b301b',
  message:
    '0x2d83a474c1624f3919d4af79bf2084a3e91d4fe03e08177ef3cc3eeb4f4e13b9411eb1f16709a285476d2434cc34cae95cb1e4dffed622f56b375ad8ff362bf21c',
  accountMessage:
    '0x01845adb2c711129d4f3966735ed98a9f09fc4ce579e1016b8d0d21644ade67d72e4d5d2c0e136158eb4630a156c1113b729ffc803593419d5d482dd1111d97e182d1b34b9a5a9e7277efcc3addbb696d68d0d5c9a1b',
}

/** Names for guests, from tombs and letters of the New Kingdom. */
export const NAMES = [
  'Ahhotep', 'Amenemhat', 'Ankhes', 'Bakenmut', 'Bek', 'Djehuty', 'Hapu', 'Hatnofer', 'Henut', 'Heqanakht',
  'Hori', 'Huy', 'Imhotep', 'Intef', 'Ipuy', 'Iset', 'Kenamun', 'Kha', 'Khaemwaset', 'Maia', 'Mekhu', 'Menna',
  'Merit', 'Meritre', 'Mutnofret', 'Nakht', 'Nebamun', 'Nebet', 'Neferu', 'Nofret', 'Paheri', 'Pentu', 'Ptahmose',
  'Ramose', 'Rekhmire', 'Roy', 'Satiah', 'Senbi', 'Senen', 'Sennedjem', 'Taheret', 'Tiaa', 'Tiye', 'Tuya', 'Userhat',
  'Wah', 'Webensenu', 'Yuya',
] // prettier-ignore

export const anyName = (draw: number = Math.random()): string => NAMES[Math.floor(draw * NAMES.length)] ?? 'Iset'

/** A name as the server takes it: one line, at most 24 characters. */
export const tidyName = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, 24).join('').trim()

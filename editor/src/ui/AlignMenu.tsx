/** The menu of how what is selected is aligned or distributed. */
import { align, ALIGNMENTS, distribute, DISTRIBUTIONS } from "../align";
import type { MenuItem } from "./Menu";

export function alignItems(): MenuItem[] {
  return [
    ...ALIGNMENTS.map((how): MenuItem => [`Align ${how}`, `menu-align-${how}`, () => align(how), `Align ${how}`]),
    ...DISTRIBUTIONS.map((how): MenuItem => [
      `Distribute ${how}`,
      `menu-distribute-${how}`,
      () => distribute(how),
      `Distribute ${how}`,
    ]),
  ];
}

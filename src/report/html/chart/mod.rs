//! What pictures are made of. SVG is written through the page's own template: colours are variables of
//! the style sheet, so that they follow light, dark and paper; places are per cent of the picture, so
//! that it fits every width while lines and letters keep their size.

pub(super) mod curves;
pub(super) mod frame;
pub(super) mod marks;
pub(super) mod scale;

'use strict';

const contextOptions = {deviceType: location.search.substring(1) || 'cpu'};
const descriptor = {dataType: 'float32', shape: [2], readable: true, writable: true};
